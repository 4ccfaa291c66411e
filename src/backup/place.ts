import type { Readable } from 'node:stream';

/** Where backups are: a folder, or a folder of a bucket. Only complete backups have their name. */
export interface Place {
  /** For a person: where the backup with this name is. */
  addressOf(name: string): string;
  /** Fails if nothing can be written, before anything is read. */
  prepare(): Promise<void>;
  write(name: string, content: Readable): Promise<void>;
  read(name: string): Promise<Readable>;
  /** The names of all files, sorted. */
  list(): Promise<string[]>;
  remove(name: string): Promise<void>;
  close(): void;
}
