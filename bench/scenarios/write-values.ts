import type { FastifyRequest } from 'fastify';
import { newId } from '../../src/core/ids.ts';
import { readerOf } from './reader-values.ts';
import type { FloorTools, Member } from './scenario.ts';

/** Finds the member of a floor's request by its header, as the cheapest possible stand-in for authentication. */
export function memberFinder({ world }: FloorTools): (request: FastifyRequest) => Member {
  const byProfile = new Map(world.members.map((member) => [member.profileId, member]));
  return (request) => byProfile.get(request.headers['x-profile-id'] as string)!;
}

/**
 * The values that every write statement needs in addition to its own: authority, reader, ids for `events` event rows
 * and the audit row.
 */
export function writeValues(
  member: Member,
  operation: string,
  request: FastifyRequest,
  events: number,
  permissions: readonly string[] = ['posting', 'commenting'],
) {
  const values: Record<string, unknown> = {
    now: new Date(),
    credential_id: member.credentialId,
    secret_id: member.secretId,
    profile_id: member.profileId,
    permissions,
    held_scopes: ['all:all'],
    ...readerOf(member.profileId),
    operation,
    principal_type: 'api_key',
    request_id: request.id,
    audit_id: newId(),
  };
  for (let number = 1; number <= events; number++) values[`event_${number}_id`] = newId();
  return values;
}
