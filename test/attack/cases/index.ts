import type { Case } from '../case.ts';
import { send } from '../client.ts';
import { boundCases } from './bounds.ts';
import { COUNTS } from './counts.ts';
import { ENDED } from './ended-rights.ts';
import { FLOODS } from './floods.ts';
import { FORMS } from './forms.ts';
import { HIDDEN } from './hidden.ts';
import { HTTP } from './http.ts';
import { IDENTITY } from './identity.ts';
import { JSON_BODIES } from './json.ts';
import { MCP } from './mcp.ts';
import { MISTAKES } from './mistakes.ts';
import { OAUTH } from './oauth.ts';
import { PICTURES } from './pictures.ts';
import { QUERIES } from './queries.ts';
import { RIGHTS } from './rights.ts';
import { SLOW } from './slow.ts';
import { TEXT } from './text.ts';
import { TYPES } from './types.ts';

/** Every case, including those derived from the server's document. */
export async function catalogue(port: number): Promise<Case[]> {
  const document = await send({
    port,
    address: '127.0.0.8',
    method: 'GET',
    path: '/openapi.json',
    headers: {},
    timeoutMs: 60_000,
  });
  const all = [
    ...JSON_BODIES,
    ...boundCases(document),
    ...TEXT,
    ...TYPES,
    ...FORMS,
    ...PICTURES,
    ...QUERIES,
    ...HTTP,
    ...IDENTITY,
    ...RIGHTS,
    ...ENDED,
    ...COUNTS,
    ...HIDDEN,
    ...MISTAKES,
    ...MCP,
    ...OAUTH,
    ...FLOODS,
    ...SLOW,
  ];
  const names = all.map(({ family, name }) => `${family}: ${name}`);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice) throw new Error(`two cases are called ${twice}`);
  return [...all.filter((one) => one.onFreshServer), ...all.filter((one) => !one.onFreshServer)];
}
