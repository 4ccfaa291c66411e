import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ROOT, sourceFiles } from '../support/source-files.ts';

/** Rules of which each has one owner. Another file that states one again may forget what the owner learns later. */
const RULES: Record<string, { owner: string; restated: RegExp }> = {
  'a credential is revoked or has expired': {
    owner: 'auth/credential-state.ts',
    restated: /(?<!\bk\.)revoked_at is (not )?null|isNull\([a-z]+\.revokedAt\)|deletion_scheduled_at is not null or/,
  },
  'a grant is open, active or in force': {
    owner: 'auth/grants.ts',
    restated:
      /\b(g|own|held|giver)\.status (=|<>|in)|status in \('pending', 'accepted'\)|access_grants[^`]* status = 'accepted'|least\(g\.invitation/,
  },
  'a profile and its account may be shown': {
    owner: 'auth/standing.ts',
    restated: /deleted_at is null and [^`]*\.suspended_at is null and [^`]*account_is_active/,
  },
  'a contact request is pending, expired or cooling down': {
    owner: 'areas/relations/contact-requests.ts',
    restated: /\bcr\.status (=|<>|in)|cr\.expires_at [<>]|least\(cr\.requester_profile_id/,
  },
  'what one profile is to another': {
    owner: 'areas/relations/between.ts',
    restated:
      /exists \(select from (follows|contacts|mutes)( [a-z]+)? where (?!([a-z]+\.)?id =)|rf\.follower_profile_id/,
  },
};

/** Invariants check the rules from outside, so they state them on purpose. */
const INVARIANTS = /^export const invariants\b[\s\S]*?^};/m;
const exempt = (path: string) => path.startsWith('db/schema/');

it.each(Object.entries(RULES))('states once whether %s', (_rule, { owner, restated }) => {
  const texts = sourceFiles('src/**/*.ts').map((path) => ({
    path: path.slice('src/'.length),
    text: readFileSync(join(ROOT, path), 'utf8').replace(INVARIANTS, ''),
  }));
  const stating = texts.filter(({ path, text }) => !exempt(path) && restated.test(text)).map(({ path }) => path);
  expect(stating.filter((path) => path !== owner)).toEqual([]);
  expect(stating, 'the owner').toContain(owner);
});
