import { z } from 'zod';
import { StartError } from '../core/start-error.ts';

/** Changes when an older restore could not read a backup. */
export const FORMAT = 1;

// They become parts of statements, and a backup may come from anybody who can write to its place.
const Name = z.string().regex(/^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/);
const Column = z.string().regex(/^("[a-z_][a-z0-9_]*"|[a-z_][a-z0-9_]*)$/);
const Bounds = z.string().regex(/^(DEFAULT|FOR VALUES (FROM|IN|WITH) [\w '":+,.()-]*)$/);

const Table = z.object({ name: Name, columns: z.array(Column) });

const Contents = z.object({
  tables: z.array(Table),
  partitions: z.array(z.object({ name: Name, parent: Name, bounds: Bounds })),
  sequences: z.array(z.object({ name: Name, value: z.string().regex(/^-?[0-9]+$/) })),
});

const Header = z.object({
  format: z.literal(FORMAT),
  created_at: z.iso.datetime(),
  /** The version of pronet that made it, and the newest migration of the schema. */
  version: z.string(),
  migration: z.object({ tag: z.string(), time: z.number() }),
  secret_key_fingerprint: z.string(),
  with_files: z.boolean(),
  contents: Contents,
});

export type Table = z.infer<typeof Table>;
export type Contents = z.infer<typeof Contents>;
export type Header = z.infer<typeof Header>;

export function readHeader(value: unknown): Header {
  const { data, error } = Header.safeParse(value);
  if (data) return data;
  const { format, version } = value as Partial<Header>;
  if (format !== undefined && format !== FORMAT) {
    throw new StartError(`The backup has the format ${format} of pronet ${version}; this version reads ${FORMAT}.`);
  }
  throw new StartError(`The header of the backup is not one of pronet: ${error.issues[0]!.path.join('.')}.`);
}
