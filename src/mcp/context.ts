import type { FastifyRequest } from 'fastify';
import type { ApiError } from '../core/errors.ts';
import type { Catalogue, Tool } from './catalogue.ts';

/** One request to `/mcp` and everything its responses may depend on. It does not outlive the request. */
export type McpContext = {
  request: FastifyRequest;
  catalogue: Catalogue;
  token: string;
  /** The tools that this connection lists. */
  tools: readonly Tool[];
  /** Whether its credential may call a tool, listed or not. */
  mayCall(tool: Tool): boolean;
  /** Whether the address asks for data without its copy as text. */
  onlyStructured: boolean;
  /** Why some tools that the address asks for are missing; empty if none are. */
  notListed(): string;
  /** Whether the request introduces the client, so that the response contains the instructions. */
  introduces: boolean;
  /** Set when a call needs another credential: the whole request then fails with this error. */
  refusal: ApiError | null;
  /** How many operations were called; each has counted against the caller's rate limits. */
  calls: number;
};
