import { expect, it } from 'vitest';
import { EVENT_TYPES, PERMISSIONS } from '../../../src/core/enums.ts';
import { EVENT_KINDS, EVENTS, exampleOfEvent, kindOf } from '../../../src/core/event-catalogue.ts';
import type { NewEvent } from '../../../src/events/emit.ts';
import type { EventSpec } from '../../../src/events/write-statement.ts';
import { problemsOfStoredEvent } from '../../support/event-check.ts';

const ID = '019a4c52-9d10-7a44-8c1e-5b7a3f2d9e01';
const post = { profileId: ID, objectId: ID } as const;

it('describes each type, in sentences, with an example that has its schema', () => {
  expect(Object.keys(EVENTS).sort()).toEqual([...EVENT_TYPES].sort());
  expect(new Set(Object.values(EVENTS).map(({ kind }) => kind)).size).toBe(Object.keys(EVENT_KINDS).length);
  for (const type of EVENT_TYPES) {
    const { when, logs } = EVENTS[type];
    for (const sentence of [when, logs]) expect(sentence, type).toMatch(/^[A-Z].{3,}\.$/);
    expect(PERMISSIONS).toEqual(expect.arrayContaining([...kindOf(type).permissions]));
    const { object, data, profile_id } = exampleOfEvent(type);
    const account_id = profile_id === null ? ID : null;
    expect(problemsOfStoredEvent({ type, object_type: object.type, profile_id, account_id, data })).toEqual([]);
  }
});

it('reports what differs from it', () => {
  const stored = { type: 'reaction.changed', object_type: 'post', profile_id: ID, account_id: null };
  const data = { active: true, reaction_type: 'like' };
  const problems = (change: object) => problemsOfStoredEvent({ ...stored, data, ...change }).join('\n');
  expect(problems({})).toBe('');
  expect(problems({ type: 'reaction.made' })).toContain('not in the catalogue');
  expect(problems({ data: { active: true } })).toContain('data.reaction_type');
  expect(problems({ data: { ...data, body: '' } })).toContain('"body"');
  expect(problems({ object_type: 'profile' })).toContain('not a post');
  expect(problems({ profile_id: null })).toContain('in the log of the account');
  expect(problems({ type: 'block.created' })).toContain('is in a log');
});

it('does not compile with another payload', () => {
  const events: NewEvent[] = [
    { ...post, type: 'contact.removed', data: { contact_profile_id: ID } },
    { ...post, type: 'profile.created', data: {} },
    // @ts-expect-error a missing field
    { ...post, type: 'contact.removed', data: {} },
    // @ts-expect-error an unknown field
    { ...post, type: 'contact.removed', data: { contact_profile_id: ID, body: 'x' } },
    // @ts-expect-error a value of another type
    { ...post, type: 'report.settled', data: { status: 'open' } },
    // @ts-expect-error no such type
    { ...post, type: 'contact.created', data: { contact_profile_id: ID } },
  ];
  expect(events).toHaveLength(6);
  type Reaction = Extract<EventSpec, { type: 'reaction.changed' }>['data'];
  // @ts-expect-error columns of a statement, without `active`
  const columns: Partial<Reaction> & Pick<Reaction, 'active'> = {};
  expect(columns).toEqual({});
});
