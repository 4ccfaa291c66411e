import type { FastifyRequest } from 'fastify';
import type { FloorTools, Member } from './scenario.ts';

/** Finds the member of a floor's request by its header, as the cheapest possible stand-in for authentication. */
export function memberFinder({ world }: FloorTools): (request: FastifyRequest) => Member {
  const byProfile = new Map(world.members.map((member) => [member.profileId, member]));
  return (request) => byProfile.get(request.headers['x-profile-id'] as string)!;
}
