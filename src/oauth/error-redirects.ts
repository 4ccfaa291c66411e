import type { IncomingMessage } from 'node:http';
import type { KoaContextWithOIDC } from 'oidc-provider';
import { isLoopbackRedirect } from './redirects.ts';

/** Whether the person of a request has given an app access, or the operator has registered it. */
export type Knows = (clientId: string, raw: IncomingMessage) => Promise<boolean>;
/** Shows an error with a link to where the library would have redirected. */
type Show = (
  ctx: KoaContextWithOIDC,
  error: { error: string; description: string | undefined; to: string },
) => Promise<void>;

/**
 * Anybody can register an app with an address of their own. Without this, a link to this server that asks for nothing valid would
 * lead straight there (RFC 9700 section 4.11.2), also with `prompt=none`. The person decides, unless the app has their
 * consent or was registered by the operator.
 * A loopback address leads to no other host. An answer of the consent page is another route.
 */
export function withoutErrorRedirect(knows: Knows, show: Show) {
  return async (ctx: KoaContextWithOIDC, next: () => Promise<void>): Promise<void> => {
    await next();
    const { client, route } = (ctx.oidc ?? {}) as Partial<KoaContextWithOIDC['oidc']>;
    const to = String(ctx.res.getHeader('Location') ?? '');
    if (route !== 'authorization' || !client || isLoopbackRedirect(to)) return;
    const url = URL.parse(to);
    const said = url && new URLSearchParams(url.search || url.hash.slice(1));
    const error = said?.get('error');
    if (!error || (await knows(client.clientId, ctx.req))) return;
    ctx.remove('Location');
    ctx.status = 400;
    await show(ctx, { error, description: said?.get('error_description') ?? undefined, to });
  };
}
