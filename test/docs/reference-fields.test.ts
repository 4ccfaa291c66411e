import { beforeAll, describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../src/core/enums.ts';
import { startTestApp, type TestApp } from '../support/app.ts';

/** The tables of fields in the API reference. */

let t: TestApp;
beforeAll(async () => {
  t = await startTestApp();
});

/** The rows of a table, by the name of the field with its marks. */
async function table(operation: string, title: string): Promise<Map<string, string>> {
  const { text } = await t.call('GET', `/docs/reference/${operation}.md`);
  const [, section = ''] = text.split(`\n## ${title}`);
  const [rows] = section.split('\n## ');
  return new Map(
    [...rows!.matchAll(/^\| `([^`]+)`([^|]*) \| ([^|]*) \|/gm)].map(([, name, marks, type]) => [
      `${name}${marks}`,
      type!,
    ]),
  );
}

describe('a table of the response', () => {
  it('has the fields of data, with the names of the objects within', async () => {
    const post = await table('posts.get', 'Response');
    expect([post.get('body'), post.get('revision'), post.get('profile')]).toEqual([
      expect.stringContaining('text'),
      'number',
      'Profile',
    ]);
  });

  it('has the fields of the items of a list, and those of each kind of item', async () => {
    const comments = await table('posts.list_comments', 'Response');
    expect([...comments]).toEqual(
      expect.arrayContaining([
        ['next_cursor', 'text or null'],
        ['items[].post (PostItem)', 'Post'],
        ['items[].removed (RemovedComment)', 'true'],
      ]),
    );
    const countries = await table('taxonomies.list_countries', 'Response');
    expect(countries.get('[].code')).toContain('text');
  });

  it('is on the page of every operation that returns something', async () => {
    const without: string[] = [];
    for (const { contract } of t.app.routes.filter((route) => route.contract.toolset)) {
      if ((await table(contract.operation, 'Response')).size === 0) without.push(contract.operation);
    }
    expect(without.filter((name) => !name.endsWith('.stream'))).toEqual([]);
    const { text } = await t.call('GET', '/docs/reference/posts.get');
    expect(text).toContain('<h2 id="response">Response');
  });
});

it('says null where a field can be null, and names all types of events', async () => {
  const post = await table('posts.create_with_images', 'Response');
  expect([post.get('reply_to_post_id'), post.get('scheduled_at')]).toEqual(['id or null', 'time or null']);
  for (const path of ['/docs/reference/events.list', '/docs/reference/events.list.md']) {
    const { text } = await t.call('GET', path);
    expect(text).toContain(`(${EVENT_TYPES.length}, in enums of GET /v1/meta)`);
    const links = text.match(/items\[\]\.(type|data).*docs\/events/g);
    expect(links, path).toHaveLength(2);
    expect(text).not.toMatch(/(id or id|time or time|text or text|number or number)/);
  }
});

it('explains fields whose name alone says little', async () => {
  const { text } = await t.call('GET', '/docs/reference/posts.create_with_images.md');
  for (const name of ['is_golden_ticket', 'images[].content_base64', 'images', 'revision'])
    expect(text, name).not.toMatch(
      new RegExp(`^\\| \`${name.replaceAll(/[[\]]/g, '\\$&')}\`[^|]*\\|[^|]*\\|\\s*\\|`, 'm'),
    );
  expect(text).toContain('A mark that the operator gave it.');
  const get = await t.call('GET', '/docs/reference/posts.get.md');
  expect(get.text).toContain('Its author, or who did it; of contacts, mutes and blocks the other member.');
});

it('a table of the body has the fields of the objects within', async () => {
  const body = await table('profiles.update', 'Body');
  expect(body.get('inbox_policy.messages.company (body)')).toBe('anyone, contacts, nobody');
  const images = await table('posts.create', 'Body');
  expect(images.get('images[].upload_id (body, required)')).toContain('id');
});
