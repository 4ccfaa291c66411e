import type pg from 'pg';
import type { KeyRing } from '../core/key-ring.ts';
import type { Keys } from '../ctx.ts';
import { readFormerKeys, writeFormerKey } from '../db/instance-facts.ts';
import { deriveKey, type SecretKeys, seal, unseal } from './secrets.ts';

/** The keys of digests, by what they are derived for. What they digest is not stored, so it can't be digested again. */
const DIGESTS = { names: 'names', replay: 'replay', secondFactors: 'second factors' } as const;
const NAMES = Object.keys(DIGESTS) as (keyof typeof DIGESTS)[];

type Sql = Pick<pg.Pool, 'query'>;
type Kept = Record<keyof typeof DIGESTS, string>;

function deriveKeys(secrets: SecretKeys): Keys {
  const ring = (purpose: string): KeyRing => {
    const [current, ...previous] = secrets;
    return [deriveKey(current.key, purpose), ...previous.map(({ key }) => deriveKey(key, purpose))];
  };
  return {
    cursor: ring('cursor'),
    media: ring('media'),
    jobs: ring('jobs'),
    web: ring('web'),
    webhooks: ring('webhooks'),
    formerKeys: ring('former keys'),
    names: ring(DIGESTS.names),
    replay: ring(DIGESTS.replay),
    secondFactors: ring(DIGESTS.secondFactors),
  };
}

/** The keys that derive from the secrets, and for digests those of former secrets, which the database keeps encrypted. */
export async function openKeys(sql: Sql, secrets: SecretKeys): Promise<Keys> {
  const keys = deriveKeys(secrets);
  for (const [fingerprint, sealed] of await readFormerKeys(sql)) {
    if (secrets.some((secret) => secret.fingerprint === fingerprint)) continue;
    const kept = JSON.parse(unseal(keys.formerKeys, sealed, fingerprint)) as Kept;
    for (const name of NAMES) keys[name] = [...keys[name], Buffer.from(kept[name], 'base64')];
  }
  return keys;
}

/** Keeps what digests need of previous secrets, encrypted with the current one, as is what was kept before. */
export async function keepFormerKeys(sql: Sql, keys: Keys, [, ...previous]: SecretKeys): Promise<void> {
  const former = await readFormerKeys(sql);
  for (const [fingerprint, sealed] of former)
    await writeFormerKey(
      sql,
      fingerprint,
      seal(keys.formerKeys, unseal(keys.formerKeys, sealed, fingerprint), fingerprint),
    );
  for (const { key, fingerprint } of previous) {
    if (former.has(fingerprint)) continue;
    const kept = Object.fromEntries(NAMES.map((name) => [name, deriveKey(key, DIGESTS[name]).toString('base64')]));
    await writeFormerKey(sql, fingerprint, seal(keys.formerKeys, JSON.stringify(kept), fingerprint));
  }
}
