import type { Principal } from '../auth/principal.ts';
import { requiredScope, SCOPE_AREAS } from '../core/scopes.ts';
import type { Toolset } from '../core/toolsets.ts';
import { SUGGESTED_SCOPES } from '../oauth/resource.ts';
import type { Catalogue, Tool } from './catalogue.ts';
import type { Chosen } from './toolsets.ts';

type Missing = { toolset: Toolset; scopes: string[] };

/** The scope that this kind of principal needs for a tool; null: none is needed; undefined: no scope is enough. */
export function scopeOf({ route }: Tool, type: Principal['type']): string | null | undefined {
  const { auth } = route.contract;
  if (auth.kind !== 'credential') return null;
  if (auth.principals && !auth.principals.includes(type)) return undefined;
  if (auth.scope === null) return null;
  const { area, access } = auth.scope;
  return type === 'oauth' && !SCOPE_AREAS[area].oauth ? undefined : requiredScope(area, access);
}

/** The scopes that an OAuth client should request for its toolsets; the suggested scopes if it names none. */
export function scopesToAsk(catalogue: Catalogue, chosen: Chosen | null): readonly string[] {
  if (chosen === null) return SUGGESTED_SCOPES;
  const scopes = new Set(catalogue.chosen(chosen).flatMap((tool) => scopeOf(tool, 'oauth') ?? []));
  return scopes.size === 0 ? SUGGESTED_SCOPES : [...scopes];
}

/** Toolsets that this connection does not list completely, with the scopes that its credential lacks. */
function missingScopes(catalogue: Catalogue, chosen: Chosen | null, principal: Principal): Missing[] {
  const listed = new Set(catalogue.offered(chosen, principal));
  const missing = new Map<Toolset, Set<string>>();
  for (const tool of catalogue.chosen(chosen)) {
    const scope = listed.has(tool) ? null : scopeOf(tool, principal.type);
    if (!scope) continue;
    const scopes = missing.get(tool.toolset) ?? new Set();
    missing.set(tool.toolset, scopes.add(scope));
  }
  return [...missing].map(([toolset, scopes]) => ({ toolset, scopes: [...scopes] }));
}

/** Named toolsets whose tools this kind of credential can never use, whatever its scopes. */
function closedToolsets(catalogue: Catalogue, chosen: Chosen | null, { type }: Principal): Toolset[] {
  return namedToolsets(chosen).filter((name) =>
    toolsOf(catalogue, name).every((tool) => scopeOf(tool, type) === undefined),
  );
}

const namedToolsets = (chosen: Chosen | null) => [...(chosen ?? [])].filter((name) => name !== 'default');
const toolsOf = (catalogue: Catalogue, name: Toolset) =>
  catalogue.chosen(new Set([name])).filter(({ toolset }) => toolset === name);

/** Why tools that the address asks for are not listed, and how a person can get them; empty if all are listed. */
export function whyNotListed(
  catalogue: Catalogue,
  chosen: Chosen | null,
  principal: Principal,
  baseUrl: string,
): string {
  const missing = missingScopes(catalogue, chosen, principal);
  const closed = closedToolsets(catalogue, chosen, principal);
  const sentences: string[] = [];
  if (missing.length > 0) {
    const words = missing.map(({ toolset, scopes }) => `${toolset} (${scopes.join(', ')})`).join('; ');
    const address = `${baseUrl}/mcp?toolsets=${[...(chosen ?? ['default'])].join(',')}`;
    sentences.push(
      `Tools of these toolsets are not listed because the credential lacks scopes: ${words}.`,
      principal.type === 'oauth'
        ? `To get them, the person must reconnect with the address ${address} and approve the requested scopes.`
        : 'To get them, the owner of the account must add the scopes to the API key.',
    );
  }
  if (closed.length > 0) {
    const also = principal.type === 'oauth' ? ' The person can connect with an API key instead.' : '';
    sentences.push(`This kind of credential cannot use any tools of ${closed.join(', ')}.${also}`);
  }
  return sentences.join(' ');
}
