import { HASH_PARAMETERS } from '../../src/auth/passwords.ts';
import { atEndOfFile } from './end-of-file.ts';

const SHIPPED = { ...HASH_PARAMETERS };
/** The least that argon2 accepts. */
const LEAST = { memoryCost: 8, timeCost: 1 };

/** Password hashes would take a twentieth of the CPU of a run. */
export function lowerPasswordCost(): void {
  Object.assign(HASH_PARAMETERS, LEAST);
}

/** For a file that tests the hashes themselves. */
export function usePasswordCostAsShipped(): void {
  Object.assign(HASH_PARAMETERS, SHIPPED);
  atEndOfFile(async () => lowerPasswordCost());
}
