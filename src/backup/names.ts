import { StartError } from '../core/start-error.ts';
import type { Place } from './place.ts';

const NAME = /^pronet-\d{8}T\d{6}Z\.tar(\.age)?$/;

export const nameOf = (time: Date, isEncrypted: boolean): string =>
  `pronet-${time.toISOString().replace(/[-:]|\.\d+/g, '')}.tar${isEncrypted ? '.age' : ''}`;

export const isEncrypted = (name: string): boolean => name.endsWith('.age');

export const isBackup = (name: string): boolean => NAME.test(name);

/** The backups of a place, oldest first. */
async function listBackups(place: Place): Promise<string[]> {
  // The time is the first thing in which names differ.
  return (await place.list()).filter(isBackup);
}

export async function newestBackup(place: Place): Promise<string> {
  const newest = (await listBackups(place)).at(-1);
  if (newest === undefined)
    throw new StartError(`There is no backup: ${place.addressOf('pronet-….tar')} does not exist.`);
  return newest;
}

/** Removes all but the newest. */
export async function removeOldBackups(place: Place, keep: number): Promise<string[]> {
  const old = (await listBackups(place)).slice(0, -keep);
  for (const name of old) await place.remove(name);
  return old;
}
