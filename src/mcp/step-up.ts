import type { FastifyRequest } from 'fastify';
import { ApiError } from '../core/errors.ts';
import { noteStepUp } from '../oauth/step-up.ts';
import { speaksNewest } from './revision.ts';

/**
 * Prepares a refusal for lack of a scope for an OAuth client of a revision of 2025, which asks the person for exactly the
 * scopes of the challenge, and only after a failed refresh. With the newest revision a client adds the scopes that it has.
 */
export async function prepareStepUp(request: FastifyRequest, thrown: unknown): Promise<unknown> {
  const principal = request.ctx?.principal;
  const isAsked = thrown instanceof ApiError && thrown.code === 'insufficient_scope';
  if (!isAsked || principal?.type !== 'oauth' || speaksNewest(request)) return thrown;
  const challenge = thrown.headers['WWW-Authenticate'];
  const { required_scopes = [] } = thrown.agent;
  if (challenge === undefined || required_scopes.length === 0) return thrown;
  await noteStepUp(request.ctx, principal.id, required_scopes);
  const wider = challenge.replace(/scope="([^"]*)"/, (_all, needed: string) => {
    const scopes = new Set([...principal.scopes, ...needed.split(' ')]);
    return `scope="${[...scopes].join(' ')}"`;
  });
  return new ApiError(thrown.code, { agent: thrown.agent, headers: { ...thrown.headers, 'WWW-Authenticate': wider } });
}
