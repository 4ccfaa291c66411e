import type { Principal } from '../auth/principal.ts';
import { requiredScope, SCOPE_AREAS } from '../core/scopes.ts';
import type { Toolset } from '../core/toolsets.ts';
import { isWithinPermissions, mayCall } from '../http/may-call.ts';
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

/** Whether all that a call of an OAuth client lacks is a scope, which the person can add. */
export function needsStepUp(tool: Tool, principal: Principal): boolean {
  return principal.type === 'oauth' && !!lackedScope(tool, principal);
}

/** The scope without which the credential can't call a tool; undefined if its permissions or its kind rule it out. */
function lackedScope(tool: Tool, principal: Principal): string | null | undefined {
  if (mayCall(tool.route, principal)) return null;
  return isWithinPermissions(tool.route.contract, principal) ? scopeOf(tool, principal.type) : undefined;
}

/** The scopes that an OAuth client should request for its toolsets; the suggested scopes if it names none. */
export function scopesToAsk(catalogue: Catalogue, chosen: Chosen | null): readonly string[] {
  if (chosen === null) return SUGGESTED_SCOPES;
  const scopes = new Set(catalogue.chosen(chosen).flatMap((tool) => scopeOf(tool, 'oauth') ?? []));
  return scopes.size === 0 ? SUGGESTED_SCOPES : [...scopes];
}

/** Toolsets that this connection does not list completely, with the scopes that its credential lacks. */
function missingScopes(catalogue: Catalogue, chosen: Chosen | null, principal: Principal): Missing[] {
  const missing = new Map<Toolset, Set<string>>();
  for (const tool of catalogue.chosen(chosen)) {
    const scope = lackedScope(tool, principal);
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

/** Toolsets of which the permissions of the credential rule out tools, whatever its scopes. */
function limitedToolsets(catalogue: Catalogue, chosen: Chosen | null, principal: Principal): Toolset[] {
  const tools = catalogue.chosen(chosen).filter(({ route }) => !isWithinPermissions(route.contract, principal));
  return [...new Set(tools.map(({ toolset }) => toolset))];
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
      `Some tools are not listed because the credential lacks scopes, by toolset: ${words}.`,
      principal.type === 'oauth'
        ? `To get them, the person must reconnect with the address ${address} and approve the requested scopes.`
        : 'To get them, the owner of the account must add the scopes to the API key.',
    );
  }
  const limited = limitedToolsets(catalogue, chosen, principal);
  if (limited.length > 0) {
    const held = principal.permissions!.join(', ') || 'none';
    sentences.push(
      `Some tools of these toolsets are not listed because the permissions of the credential (${held}) do not allow them: ${limited.join(', ')}.`,
      principal.type === 'oauth'
        ? 'The person allowed drafts only. To get them, the person must authorize the app again without that limit.'
        : 'To get them, the owner of the account must add permissions to the API key.',
    );
  }
  if (closed.length > 0) {
    const also = principal.type === 'oauth' ? ' The person can connect with an API key instead.' : '';
    sentences.push(`This kind of credential cannot use any tools of ${closed.join(', ')}.${also}`);
  }
  return sentences.join(' ');
}
