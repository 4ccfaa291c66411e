import type { FastifyInstance } from 'fastify';
import type { Pool, PoolClient } from 'pg';

/** Somebody who calls: an API key of the widest scope with one attached profile. */
export type Member = {
  token: string;
  /** Of the account behind it; its password is `PASSWORD` of the harness. */
  email: string;
  /** An OAuth access token of the widest scope for the same profile; only where a scenario asks for it (`oauth`). */
  oauthToken?: string;
  profileId: string;
  actorId: string;
  username: string;
  /** Where its avatar of 256 px lies on the server; absent from a world without avatars. */
  avatarPath?: string;
  /** For the floor, which does not authenticate: what the authority inside the statements asks for. */
  credentialId: string;
  secretId: string;
};

/** What the server answers with every time, byte for byte, for a floor to send; a body in base64. */
export type KeptAnswer = { type: string; encoding?: string; tag: string; body: string };

/** What is in the database before the first round, made through the API, and by scenario what is only read. */
export type World = {
  members: Member[];
  postIds: string[];
  /** Of every second member with the one behind it; none in a world without contacts. */
  conversationIds: string[];
  answers: Record<string, KeptAnswer>;
};

export type Side = 'server' | 'floor';
export type BenchRequest = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  headers?: Record<string, string>;
  body?: string | Buffer;
  /** Where the path depends on an answer before it in the same pass. */
  pathIn?(pass: Pass): string;
  /** Keeps something of the answer for those behind it. */
  keep?(body: string, pass: Pass): void;
};
/** What a connection keeps until the end of a pass. */
export type Pass = Record<string, string>;

/** Runs a statement, on the pool unless on the client of a transaction. */
export type Query = (
  values: Record<string, unknown>,
  on?: Pick<PoolClient, 'query'>,
) => Promise<{ rows: Record<string, unknown>[] }>;

/** What a floor's handlers have: the world, a pool like the server's, the server's own prepared statements, a folder. */
export type FloorTools = {
  world: World;
  pool: Pool;
  /** The statement of this name, without anything around it but the order of its values. */
  query(name: string): Query;
  directory: string;
};

export type Scenario = {
  /** For the command line. */
  name: string;
  /** For the table. */
  title: string;
  /** The operations in the server's log, whose `statements` are read there. */
  operation: string | readonly string[];
  /** Whether the world must have contacts, conversations and messages, which take a while to make. */
  network?: true;
  /** Whether each member must have let an OAuth app in. */
  oauth?: true;
  /** The only status that is a success; any 2xx unless said. */
  status?: number;
  /** What the server's answer is asked for once, before the first round, and kept as `world.answers[name]`. */
  kept?: BenchRequest;
  connections: number;
  /** In each round and on each side; rounded to whole passes over what the connections send. */
  requests: number;
  /** What one connection sends, again and again. Two connections must not undo each other's work. */
  send(world: World, connection: number, side: Side): Promise<BenchRequest[]> | BenchRequest[];
  /**
   * What the server is compared with: the same work on bare Fastify (the statements, and JSON.stringify of what they
   * return); `disk`: a server with pictures in a bucket against one that has them on its disk, with one traffic; or
   * `itself`: another way to ask the same server for the same, which `send` makes for the side `floor`.
   */
  floor: ((app: FastifyInstance, tools: FloorTools) => void) | 'disk' | 'itself';
};

/** The headers of a call in the name of a member; the floor reads the profile from them. */
export function callAs(member: Member, contentType?: string): Record<string, string> {
  return {
    authorization: `Bearer ${member.token}`,
    'x-profile-id': member.profileId,
    ...(contentType === undefined ? {} : { 'content-type': contentType }),
  };
}

/** Every `of`-th item from the `index`-th on: a connection's own share. */
export function shareOf<T>(items: readonly T[], index: number, of: number): T[] {
  return items.filter((_item, place) => place % of === index);
}

/** All items, beginning somewhere else for each connection, so that not all ask for the same one at once. */
export function rotated<T>(items: readonly T[], connection: number, connections: number): T[] {
  const start = Math.floor((items.length * connection) / connections);
  return [...items.slice(start), ...items.slice(0, start)];
}
