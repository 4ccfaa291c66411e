import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Pool, PoolClient } from 'pg';
import type { Ctx } from '../../src/ctx.ts';

/** The connections of a round, unless a scenario has its own number. */
export const CONNECTIONS = 32;

/** A caller: an API key with all scopes and one attached profile. */
export type Member = {
  token: string;
  /** Of its account; the password is `PASSWORD` of the harness. */
  email: string;
  /** An OAuth access token with all scopes for the same profile; only if a scenario needs it (`oauth`). */
  oauthToken?: string;
  profileId: string;
  /** How many profiles of a large network it follows; only if a scenario needs it (`feeds`). */
  follows?: number;
  actorId: string;
  username: string;
  /** The path of its avatar of 256 px on the server; absent from a world without avatars. */
  avatarPath?: string;
  /**
   * For the floor, which does not authenticate: the credential that the authority check inside the statements needs.
   */
  credentialId: string;
  secretId: string;
  accountId: string;
};

/** A response that the server always sends byte for byte, for a floor to send; the body is in base64. */
export type ConstantAnswer = { type: string; encoding?: string; tag: string; body: string };

/**
 * The contents of the database before the first round, created through the API, and the constant responses by scenario.
 */
export type World = {
  members: Member[];
  postIds: string[];
  /** Profiles of the large network with many followers; none in a world without feeds. */
  authorIds: string[];
  /** Conversations of every second member with the next one; none in a world without contacts. */
  conversationIds: string[];
  answers: Record<string, ConstantAnswer>;
};

export type Side = 'server' | 'floor';
export type BenchRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Set if the path depends on an earlier response of the same pass. */
  pathIn?(pass: Pass): string;
  /** Stores something from the response for the following requests. */
  keep?(body: string, pass: Pass): void;
};
/** What a connection stores until the end of a pass. */
export type Pass = Record<string, string>;

/** Runs a statement, on the pool or on the client of a transaction. */
export type Query = (
  values: Record<string, unknown>,
  on?: Pick<PoolClient, 'query'>,
) => Promise<{ rows: Record<string, unknown>[] }>;

/** What a floor's handlers use: the world, a pool like the server's, the server's own prepared statements, a folder. */
export type FloorTools = {
  world: World;
  pool: Pool;
  /** The statement of this name; only its values are put in order. */
  query(name: string): Query;
  /** The context of a caller for a service function, on the same pool. It is taken for authenticated. */
  ctx(member: Member, operation: string, request: FastifyRequest): Ctx;
  /** The same for a caller without a credential. */
  anonymous(operation: string, request: FastifyRequest): Ctx;
  directory: string;
};

export type Scenario = {
  /** For the command line. */
  name: string;
  /** For the table. */
  title: string;
  /** The operations whose `statements` are read from the server's log. */
  operation: string | readonly string[];
  /** Whether the world needs contacts, conversations and messages, which take a while to create. */
  network?: true;
  /** Whether there must be a large network, whose profiles the members follow. */
  feeds?: true;
  /** Whether each member must have authorized an OAuth app. */
  oauth?: true;
  /** The only successful status; any 2xx by default. */
  status?: number;
  /** The request whose response is read once, before the first round, and cached as `world.answers[name]`. */
  kept?: BenchRequest;
  connections: number;
  /** In each round, on each side; rounded to whole passes of the connections. */
  requests: number;
  /** What one connection sends, repeatedly. Two connections must not undo each other's work. */
  send(world: World, connection: number, side: Side): Promise<BenchRequest[]> | BenchRequest[];
  /**
   * What the server is compared with: the same work on bare Fastify (the statements, or the service function that runs
   * them, and JSON.stringify of their rows);
   * `disk`: a server with pictures in a bucket against one with pictures on its disk, with the same traffic; or
   * `itself`: another way to send the same request to the same server, which `send` produces for the side `floor`.
   */
  floor: ((app: FastifyInstance, tools: FloorTools) => void) | 'disk' | 'itself';
  /** Also compared with the bare floor (`harness/bare.ts`). */
  bare?: true;
};

/** The headers of a call on behalf of a member; the floor reads the profile from them. */
export function callAs(member: Member, contentType?: string): Record<string, string> {
  return {
    authorization: `Bearer ${member.token}`,
    'x-profile-id': member.profileId,
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  };
}

/**
 * Anonymous reads that are computed each time: responses to requests with a cookie never come from the server's cache. A
 * round repeats its requests within a second, unlike most reads of a large network.
 */
export const UNCACHED = { cookie: 'uncached=1' };

/** Every `of`-th item from the `index`-th on: a connection's own share. */
export function shareOf<T>(items: readonly T[], index: number, of: number): T[] {
  return items.filter((_item, place) => place % of === index);
}

/** All items, rotated for each connection, so that they don't all request the same one at once. */
export function rotated<T>(items: readonly T[], connection: number, connections: number): T[] {
  const start = Math.floor((items.length * connection) / connections);
  return [...items.slice(start), ...items.slice(0, start)];
}
