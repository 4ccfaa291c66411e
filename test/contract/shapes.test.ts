import { describe, expect, it } from 'vitest';
import { makeConfig } from '../../src/config/config.ts';
import { makeOpenApiDocument, type OpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import { componentOf, dataOf, type Loose, misshapen, resolver } from './shapes.ts';

const app = await buildOfflineApp(makeConfig({}));
const document = makeOpenApiDocument(app, { baseUrl: 'https://a.example', authUrl: 'https://a.example' });
await app.close();
const schemas = document.components['schemas'] as Record<string, Loose>;
const resolve = resolver(document);

describe('the schemas of a post', () => {
  const withField = (field: string) =>
    Object.keys(schemas).filter((name) => field in resolve({ $ref: `#/components/schemas/${name}` }).properties);

  it('are three: a post, one with its author, and an item of a list', () => {
    // Home shows its five drafts in short, and a context has a post among its ancestors.
    expect(withField('body_preview').sort()).toEqual(['CompactPost', 'Post', 'PostWithAuthor']);
    const items = withField('post').filter((name) => componentOf(schemas[name].properties.post ?? {}) !== null);
    expect(items.sort()).toEqual(['PostContext', 'PostItem']);
    for (const { properties } of Object.values(schemas))
      if (properties?.post) expect(properties.post.$ref).toMatch(/\/Post$/);
  });

  it('of lists that add something extend the item', () => {
    const more = withField('post').filter((name) => schemas[name].allOf);
    expect(more.sort()).toEqual(['Bookmark', 'FoundPost']);
    for (const name of more) expect(schemas[name].allOf).toEqual([{ $ref: '#/components/schemas/PostItem' }]);
  });

  it('say that a quoted post is an item whose post quotes nothing', () => {
    expect(schemas['Post'].properties.quoted_post.anyOf[0].$ref).toBe('#/components/schemas/PostItem');
    expect(schemas['Post'].required).not.toContain('quoted_post');
    expect(schemas['Post'].required).toContain('quoted_post_id');
  });
});

describe('lists', () => {
  /** The places of arrays whose items are objects without a name. */
  const unnamed = (node: Loose, place: string): string[] => {
    if (Array.isArray(node)) return node.flatMap((one, at) => unnamed(one, `${place}/${at}`));
    if (typeof node !== 'object' || node === null) return [];
    const { type, items } = node;
    const own = type === 'array' && (items.properties ?? items.anyOf ?? items.oneOf ?? items.allOf) ? [place] : [];
    return [...own, ...Object.entries(node).flatMap(([key, one]) => unnamed(one, `${place}/${key}`))];
  };

  it('have items with names, in responses and in requests', () => {
    expect(unnamed(schemas, '')).toEqual([]);
    expect(unnamed(document.paths, '')).toEqual([]);
    const broken = structuredClone(schemas);
    broken['MutePage'].properties.items.items = schemas['Mute'];
    expect(unnamed(broken, '')).toEqual(['/MutePage/properties/items']);
  });

  it('have names themselves', () => {
    const inline = dataOf(document).filter(([, data]) => !data.$ref && data.properties?.items);
    expect(inline.map(([operation]) => operation)).toEqual([]);
  });
});

describe('what `data` is', () => {
  const withData = (operation: string, data: Loose): OpenApiDocument => {
    const copy = structuredClone(document);
    const all = Object.values<Loose>(copy.paths).flatMap((path) => Object.values<Loose>(path));
    const { responses } = all.find(({ operationId }) => operationId === operation);
    const [success] = Object.keys(responses).filter((status) => status.startsWith('2'));
    responses[success!].content['application/json'].schema.allOf[1].properties.data = data;
    return copy;
  };
  const $ref = (name: string) => ({ $ref: `#/components/schemas/${name}` });

  it('follows one rule, in every operation', () => {
    expect(dataOf(document).length).toBeGreaterThan(100);
    expect(misshapen(document)).toEqual([]);
  });

  it.each([
    ['webhooks.get', $ref('Webhook'), 'webhooks.get: a bare object'],
    ['webhooks.get', { properties: { hook: $ref('Webhook') } }, 'webhooks.get: Webhook under the name hook'],
    ['posts.get', { properties: { post: $ref('Post') } }, 'posts.get: post alone under its name'],
    ['mutes.list', { type: 'array', items: $ref('Mute') }, 'mutes.list: an array'],
  ])('would not be right for %s as %j', (operation, data, problem) => {
    expect(misshapen(withData(operation, data))).toEqual([problem]);
  });
});
