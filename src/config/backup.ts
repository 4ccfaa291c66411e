import { resolve } from 'node:path';
import { z } from 'zod';
import { StartError } from '../core/start-error.ts';
import { s3ConnectionOf } from './media-storage.ts';

const KEY_CHARACTERS_MIN = 32;
const HOUR_MS = 3_600_000;
const MAX_HOURS = 90 * 24;
const S3_PLACE = /^s3:\/\/([A-Za-z0-9][A-Za-z0-9._-]{1,62})\/?((?!(?:.*\/)?\.\.?(?:\/|$))[A-Za-z0-9._/-]*)$/;
const EVERY = `must be a number of hours or days, such as 24h or 7d, from 1h to ${MAX_HOURS / 24}d`;

/** The variables that configure backups. */
export const backupSettings = {
  BACKUP_TO: z.string().optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^\d{1,4}[hd]$/, EVERY)
    .transform((text) => Number.parseInt(text, 10) * (text.endsWith('d') ? 24 : 1))
    .refine((hours) => hours >= 1 && hours <= MAX_HOURS, EVERY)
    .default(24),
  BACKUP_KEEP: z
    .string()
    .regex(/^[1-9]\d{0,2}$/, 'must be a whole number from 1 to 999')
    .transform(Number)
    .default(7),
  BACKUP_KEY: z.string().min(KEY_CHARACTERS_MIN, `must have at least ${KEY_CHARACTERS_MIN} characters`).optional(),
};

type Values = z.infer<z.ZodObject<typeof backupSettings>>;
export type BackupPlace =
  | { kind: 'folder'; path: string }
  | ({ kind: 's3'; bucket: string; prefix: string } & ReturnType<typeof s3ConnectionOf>);

export const isS3Place = (place: string | undefined): boolean => place?.startsWith('s3://') === true;

/** `to`: where backups are, if that is set. `key`: what encrypts them. */
export function backupsOf(values: Values & Parameters<typeof s3ConnectionOf>[0]) {
  return {
    to: values.BACKUP_TO === undefined ? undefined : placeOf(values.BACKUP_TO, values),
    everyMs: values.BACKUP_EVERY * HOUR_MS,
    keep: values.BACKUP_KEEP,
    key: values.BACKUP_KEY,
  };
}

function placeOf(text: string, values: Parameters<typeof s3ConnectionOf>[0]): BackupPlace {
  if (!isS3Place(text)) {
    if (/^(~|[a-z]+:\/\/)/.test(text)) throw new StartError('BACKUP_TO: must be a folder, or s3://bucket/folder');
    return { kind: 'folder', path: resolve(text) };
  }
  const [, bucket, folder] = S3_PLACE.exec(text) ?? [];
  if (bucket === undefined) throw new StartError('BACKUP_TO: must be a folder, or s3://bucket/folder');
  const prefix = folder!.replace(/\/+$/, '');
  return { kind: 's3', bucket, prefix: prefix === '' ? '' : `${prefix}/`, ...s3ConnectionOf(values) };
}
