import { describe, expect, it } from 'vitest';
import { ENUMS, EVENT_TYPES, PERMISSIONS, POST_STATUSES, REQUESTED_POST_STATUSES } from '../../../src/core/enums.ts';

describe('the enums', () => {
  it.each(Object.entries<readonly string[]>(ENUMS))('%s has unique values in the format of the API', (name, values) => {
    expect(name).toMatch(/^[A-Z][A-Za-z]+(\.[a-z_]+)+$/);
    expect(new Set(values).size).toBe(values.length);
    for (const value of values) expect(value).toMatch(/^[a-z]+([._][a-z]+)*$/);
  });

  it.each([
    ['Profile.type', 'human'],
    ['SitemapItem.type', 'human'],
    ['Profile.active_plan', 'core'],
    ['Actor.type', 'profile'],
    ['Contact.owner_entity_type', 'profile'],
    ['Post.kind', 'post'],
    ['Post.visibility', 'public'],
    ['Post.status', 'draft'],
    ['Post.viewer_reaction', 'like'],
    ['Reaction.reaction_type', 'like'],
    ['ContactRequest.status', 'pending'],
    ['ContactRequest.decision', 'accept'],
    ['AccessGrant.status', 'pending'],
    ['AccessGrant.permissions', 'posting'],
    ['Conversation.kind', 'direct'],
    ['Message.kind', 'text'],
  ] as const)('%s has the published value: %s', (name, value) => {
    expect(ENUMS[name][0]).toBe(value);
  });

  it('the status filter has only statuses that a post can have', () => {
    for (const status of REQUESTED_POST_STATUSES) expect(POST_STATUSES).toContain(status);
  });

  it('have the eight permissions and the event types of the contract', () => {
    expect(PERMISSIONS).toHaveLength(8);
    expect(EVENT_TYPES).toHaveLength(38);
    for (const type of EVENT_TYPES) expect(type).toMatch(/^[a-z_]+\.[a-z_]+$/);
  });
});
