import { VERSION } from '../../core/version.ts';
import { exampleOf } from '../../http/examples.ts';
import type { RouteEntry } from '../../http/route-contract.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

/** All operations as a collection for Postman and programs that read its format, with recorded bodies. */
export function postmanCollection(
  routes: readonly RouteEntry[],
  tags: Readonly<Record<string, string>>,
  baseUrl: string,
): string {
  const item = Object.entries(tags).map(([name, description]) => ({
    name,
    description,
    item: routes.filter(({ schema }) => schema.tags[0] === name).map(itemOf),
  }));
  return JSON.stringify({
    info: { name: 'pronet', version: VERSION, description: `${baseUrl}/docs`, schema: SCHEMA },
    item: item.filter((folder) => folder.item.length > 0),
    auth: { type: 'bearer', bearer: [{ key: 'token', value: '{{key}}', type: 'string' }] },
    variable: [
      { key: 'base_url', value: baseUrl },
      { key: 'key', value: '' },
      { key: 'profile_id', value: '' },
    ],
  });
}

function itemOf({ contract, method, summary, schema, url }: RouteEntry) {
  const { body } = exampleOf(contract.operation);
  const path = url.slice(1).split('/');
  return {
    name: summary,
    request: {
      method,
      description: schema.description,
      header: [
        ...(contract.profile.startsWith('required') ? [{ key: 'X-Profile-Id', value: '{{profile_id}}' }] : []),
        ...(body === undefined ? [] : [{ key: 'Content-Type', value: 'application/json' }]),
      ],
      url: {
        raw: `{{base_url}}${url}`,
        host: ['{{base_url}}'],
        path,
        variable: path.filter((part) => part.startsWith(':')).map((part) => ({ key: part.slice(1), value: '' })),
      },
      ...(contract.auth.kind !== 'credential' && { auth: { type: 'noauth' } }),
      ...(body !== undefined && { body: { mode: 'raw', raw: JSON.stringify(body, null, 2) } }),
    },
  };
}
