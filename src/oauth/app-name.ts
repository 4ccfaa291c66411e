import type { FastifyRequest } from 'fastify';
import { sha256 } from '../auth/secrets.ts';
import type { Ctx } from '../ctx.ts';
import { loadClient } from './clients.ts';
import { findInteraction } from './grant-statements.ts';

const CONSENT = /^\/oauth\/consent\/([\w-]+)$/;

/** The name of the app that waits at this path, for the pages that lead there. */
export async function appWaitingAt(ctx: Ctx, request: FastifyRequest, path = ''): Promise<string | undefined> {
  const [, uid] = CONSENT.exec(path) ?? [];
  const pending = uid && (await findInteraction.one(ctx, { hash: sha256(uid), now: ctx.now() }));
  if (!pending) return undefined;
  const { client_id } = (pending.payload as { params?: { client_id?: string } }).params ?? {};
  const count = () => request.reserveLimit('oauth_client_documents');
  // The page works without it, so a document that can't be fetched now is no failure.
  const client = await loadClient(ctx, request.server.deps.clientDocuments, client_id ?? '', count).catch(() => null);
  return client?.name;
}
