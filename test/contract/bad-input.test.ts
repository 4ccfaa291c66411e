import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.ts';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { form, type Part, picture } from '../support/form.ts';
import { type Member, makeMember, unique } from '../support/members.ts';
import {
  avif,
  FOREIGN_HEADERS,
  png,
  pngBomb,
  svg,
  textNamedPng,
  tiff,
  truncatedJpeg,
  truncatedPng,
} from '../support/pictures.ts';
import { head, listen, sendRaw } from '../support/raw-http.ts';

/** Every invalid input gets its error code and changes nothing. */
let t: TestApp;
let me: Member;
let port: number;
let before: string;
beforeAll(async () => {
  t = await startTestApp();
  me = await makeMember(t);
  port = await listen(t.app);
});
beforeEach(async () => {
  before = await stored();
});
afterEach(async () => {
  expect(await stored(), 'the stored rows').toBe(before);
  expect(await looseFiles(), 'files that no sweep would remove').toEqual([]);
});

/**
 * All rows of member data, as one text. Leaves out the last use of credentials and garbage, which are written later.
 */
async function stored(): Promise<string> {
  const tables = [
    'accounts',
    'profiles',
    'usernames',
    'posts',
    'post_images',
    'post_mentions',
    'post_revisions',
    'reactions',
    'events',
    'audit_log',
    'idempotency_records',
  ];
  const parts = tables.map(
    (table) =>
      `select '${table}' as name, count(*) as n, md5(coalesce(string_agg(t::text, '|' order by t::text), '')) as digest from ${table} t`,
  );
  return JSON.stringify((await t.pool.query(parts.join(' union all '))).rows);
}

/** Files of the store that no post refers to and that are not listed as garbage. */
async function looseFiles(): Promise<string[]> {
  const folder = join(t.deps.config.dataDir, 'media');
  const names = (await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []))
    .filter((entry) => entry.isFile())
    .map(({ name }) => name);
  const { rows } = await t.pool.query<{ key: string }>(
    'select blob_key as key from post_images union select blob_key from media_garbage',
  );
  const keys = rows.map(({ key }) => key);
  return names.filter((name) => !keys.some((key) => name.includes(key) || key.includes(name)));
}

function expectCode(answer: Pick<CallResult, 'status' | 'json' | 'text'>, code: ErrorCode): void {
  expect([answer.status, answer.json?.error_code], answer.text).toEqual([ERROR_CODES[code].status, code]);
}

const post = (body: unknown, headers: Record<string, string> = {}) =>
  t.call('POST', '/v1/posts', { token: me.token, as: me.profile.id, body, headers });
const upload = (parts: readonly Part[], options?: { end?: boolean }) => {
  const { body, headers } = form(parts, options);
  return t.call('POST', '/v1/posts/with-images', { token: me.token, as: me.profile.id, body, headers });
};
const json = { 'content-type': 'application/json' };

describe('rejects texts', () => {
  it.each([
    ['U+0000', '{"body":"a\\u0000b"}', 'control_characters'],
    ['a lone high surrogate', '{"body":"a\\ud800b"}', 'ill_formed'],
    ['a lone low surrogate', '{"body":"\\udc00"}', 'ill_formed'],
    ['a control character', '{"body":"a\\u001b[31m"}', 'control_characters'],
    ['3,001 characters', JSON.stringify({ body: '👍'.repeat(3001) }), 'too_long'],
    ['another type', '{"body":12}', 'type'],
    ['null', '{"body":null}', 'type'],
  ])('post with %s', async (_name, body, rule) => {
    const answer = await post(body, json);
    expectCode(answer, 'invalid_request');
    expect(answer.json.agent.fields).toEqual([expect.objectContaining({ path: 'body.body', rule })]);
  });

  it.each([
    ['a right-to-left override', 'evil\u202egnp', 'bidi_controls'],
    ['an isolate', 'a\u2066b\u2069', 'bidi_controls'],
    ['two lines', 'one\ntwo', 'one_line'],
    ['only invisible characters', '\u200b\u2060\u3164', 'not_blank'],
    ['U+0000', 'a\u0000', 'control_characters'],
    ['a check mark', 'Ada Lovelace ✔\ufe0f', 'verification_mark'],
    ['a role of the service', 'Pr\u043enet Support', 'service_name'],
  ])('name with %s', async (_name, name, rule) => {
    const answer = await t.call('POST', '/v1/profiles', {
      token: me.token,
      body: { type: 'human', username: unique(), name },
    });
    expectCode(answer, 'invalid_request');
    expect(answer.json.agent.fields).toEqual([expect.objectContaining({ path: 'body.name', rule })]);
  });

  it('only blanks', async () => {
    for (const body of ['', '   ', '\u200b', '\n\t']) expectCode(await post({ body }), 'empty_post');
    expectCode(await post({}), 'empty_post');
  });
});

describe('rejects JSON', () => {
  it.each<[string, string, ErrorCode]>([
    ['cut off', '{"body":"a', 'invalid_json'],
    ['two values', '{"body":"a"}{}', 'invalid_json'],
    ['a trailing comma', '{"body":"a",}', 'invalid_json'],
    ['NaN', '{"body":NaN}', 'invalid_json'],
    ['a __proto__ key', '{"body":"a","__proto__":{"admin":true}}', 'invalid_json'],
    ['an escaped __proto__ key', '{"body":"a","\\u005f_proto__":{"admin":true}}', 'invalid_json'],
    ['a constructor with a prototype', '{"body":"a","constructor":{"prototype":{"admin":true}}}', 'invalid_json'],
    ['a string', '"body"', 'invalid_request'],
    ['a list', '[{"body":"a"}]', 'invalid_request'],
    ['null', 'null', 'invalid_request'],
    ['a number', '1', 'invalid_request'],
    ['1,000 levels', `{"body":${'['.repeat(1000)}${']'.repeat(1000)}}`, 'invalid_request'],
    [
      '20,000 unknown fields',
      `{${Array.from({ length: 20_000 }, (_none, i) => `"a${i}":1`).join()}}`,
      'invalid_request',
    ],
    ['100,000 empty lists', `{"body":[${'[],'.repeat(60_000)}1]}`, 'invalid_request'],
    ['100,000 levels', `{"body":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 'invalid_request'],
    ['10 MB', JSON.stringify({ body: 'x'.repeat(10_000_000) }), 'payload_too_large'],
    ['a number as id', '{"body":"a","reply_to_post_id":12}', 'invalid_request'],
    ['an unknown field', '{"body":"a","is_golden_ticket":true}', 'invalid_request'],
    ['an unknown enum value', '{"body":"a","visibility":"everyone"}', 'invalid_request'],
  ])('%s', async (_name, body, code) => {
    expectCode(await post(body, json), code);
    expect(({} as Record<string, unknown>)['admin']).toBeUndefined();
  });

  it('names the existing fields', async () => {
    const answer = await post({ body: 'a', boddy: 'b' });
    expect(answer.json.agent.fields).toEqual([
      { path: 'body', rule: 'unknown_field', allowed: expect.arrayContaining(['body', 'visibility']) },
    ]);
    expect(answer.text).not.toContain('boddy');
  });

  it.each<[string, ErrorCode]>([
    ['text/plain', 'unsupported_media_type'],
    ['application/x-www-form-urlencoded', 'unsupported_media_type'],
    ['application/json-patch+json', 'unsupported_media_type'],
    ['application/jsonx', 'unsupported_media_type'],
    ['nonsense', 'unsupported_media_type'],
    ['multipart/form-data; boundary=x', 'unsupported_media_type'],
  ])('as %s', async (type, code) => {
    expectCode(await post('{"body":"a"}', { 'content-type': type }), code);
  });
});

describe('rejects queries', () => {
  it.each([
    'limit=0',
    'limit=51',
    'limit=1.5',
    'limit=abc',
    'limit=',
    'limit=1&limit=2',
    'nonsense=1',
    'view=tiny',
    'limit[]=1',
    '__proto__=1',
    'limit=1e1',
    'limit=0x10',
    'limit=05',
    'limit=+5',
    'limit=%205',
    'limit=5%20',
    'limit=5.0',
    'limit=-1',
    'limit=%D9%A5',
    `limit=${'9'.repeat(400)}`,
  ])('%s', async (query) => {
    expectCode(await t.call('GET', `/v1/profiles/${me.profile.id}/posts?${query}`), 'invalid_request');
  });

  it.each(['', 'x', 'e30', '%00', 'x'.repeat(5000)])('cursor=%s', async (cursor) => {
    expectCode(await t.call('GET', `/v1/profiles/${me.profile.id}/posts?cursor=${cursor}`), 'invalid_cursor');
  });
});

describe('rejects ids', () => {
  const bad = [
    ['words', 'no uuid'],
    ['U+0000', '\\u0000'],
    ['a lone surrogate', '\\ud800'],
    ['a trailing line break', '01a2003a-e97f-782c-93f9-77df07f5822d\\n'],
    ['nothing', ''],
  ] as const;

  it.each(bad)('in a body: %s', async (_name, id) => {
    for (const [method, path, fields, where] of [
      ['POST', '/v1/profile-follows', `"followed_profile_id":"${id}"`, 'body.followed_profile_id'],
      ['POST', '/v1/contact-requests', `"profile_id":"${id}"`, 'body.profile_id'],
      ['POST', '/v1/conversations/direct', `"profile_id":"${id}"`, 'body.profile_id'],
      ['POST', '/v1/posts', `"body":"a","reply_to_post_id":"${id}"`, 'body.reply_to_post_id'],
      ['POST', '/v1/posts', `"body":"a","quoted_post_id":"${id}"`, 'body.quoted_post_id'],
      ['POST', '/v1/reports', `"target_type":"post","reason":"spam","target_id":"${id}"`, 'body.target_id'],
      ['POST', '/v1/blocks', `"profile_id":"${id}"`, 'body.profile_id'],
    ] as const) {
      const answer = await t.call(method, path, {
        token: me.token,
        as: me.profile.id,
        body: `{${fields}}`,
        headers: json,
      });
      expectCode(answer, 'invalid_request');
      const [field] = answer.json.agent.fields;
      expect(field.path, path).toBe(where);
      // A lone surrogate is found first where a username could be sent.
      expect(field.rule).toMatch(where.endsWith('profile_id') ? /^(id_or_username|ill_formed)$/ : /^uuid$/);
    }
  });

  it('in a query', async () => {
    const fine = me.profile.id;
    for (const [path, where, rule = 'uuid'] of [
      ['/v1/posts/lookup?ids=x', 'query.ids[0]'],
      [`/v1/posts/lookup?ids=${fine},%00`, 'query.ids[1]'],
      ['/v1/profiles/lookup?ids=a%00b', 'query.ids[0]'],
      ['/v1/audit-log?profile_id=x', 'query.profile_id', 'id_or_username'],
      ['/v1/audit-log?manager_profile_id=%00', 'query.manager_profile_id', 'id_or_username'],
    ]) {
      const answer = await t.call('GET', path!, { token: me.token });
      expectCode(answer, 'invalid_request');
      expect(answer.json.agent.fields).toEqual([{ path: where, rule }]);
    }
  });

  it('in a path, with 404', async () => {
    for (const word of ['x', '%00', 'a%00b']) {
      expectCode(await t.call('GET', `/v1/posts/${word}`), 'post_not_found');
      expectCode(await t.call('GET', `/v1/profiles/${word}`), 'profile_not_found');
    }
  });

  it('more than 50, and usernames with forbidden characters', async () => {
    const many = Array.from({ length: 51 }, () => me.profile.id).join(',');
    const answer = await t.call('GET', `/v1/posts/lookup?ids=${many}`);
    expectCode(answer, 'invalid_request');
    expect(answer.json.agent.fields).toEqual([{ path: 'query.ids', rule: 'max_items', limit: 50, actual: 51 }]);
    for (const words of ['%00', 'ada,a%00b']) {
      const refused = await t.call('GET', `/v1/profiles/lookup?usernames=${words}`);
      expectCode(refused, 'invalid_request');
      expect(refused.json.agent.fields).toEqual([expect.objectContaining({ rule: 'control_characters' })]);
    }
  });
});

describe('rejects pictures', () => {
  const cases: [string, () => Promise<Buffer> | Buffer, ErrorCode][] = [
    ['an SVG', () => svg(), 'unsupported_image_type'],
    ['a TIFF', () => tiff(), 'unsupported_image_type'],
    ['an AVIF', () => avif(), 'unsupported_image_type'],
    ['a HEIC', () => FOREIGN_HEADERS.heic, 'unsupported_image_type'],
    ['a PDF', () => FOREIGN_HEADERS.pdf, 'unsupported_image_type'],
    ['a BMP', () => FOREIGN_HEADERS.bmp, 'unsupported_image_type'],
    ['a text named .png', () => textNamedPng(), 'unsupported_image_type'],
    ['a truncated PNG', () => truncatedPng(), 'invalid_image'],
    ['a truncated JPEG', () => truncatedJpeg(), 'invalid_image'],
    ['a 20,000 x 20,000 PNG', () => pngBomb(), 'image_too_large'],
    [
      'more than 8 MiB',
      () => Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(8 * 1024 * 1024)]),
      'image_too_large',
    ],
  ];

  it.each(cases)('%s as a file', async (_name, make, code) => {
    expectCode(await upload([{ name: 'body', value: 'With a picture' }, picture(await make())]), code);
  });

  it.each(cases)('%s in JSON', async (_name, make, code) => {
    const images = [{ content_base64: (await make()).toString('base64') }];
    const answer = await t.call('POST', '/v1/posts/with-images', {
      token: me.token,
      as: me.profile.id,
      body: { body: 'With a picture', images },
    });
    expectCode(answer, code);
  });

  it('five at once, as files and in JSON', async () => {
    const bytes = await png();
    expectCode(await upload(Array.from({ length: 5 }, () => picture(bytes))), 'too_many_images');
    const images = Array.from({ length: 5 }, () => ({ content_base64: bytes.toString('base64') }));
    expectCode(
      await t.call('POST', '/v1/posts/with-images', { token: me.token, as: me.profile.id, body: { images } }),
      'too_many_images',
    );
  });

  it('5,000 or 500,000 of them, by counting without reading', async () => {
    const body = `{"images":[${'0,'.repeat(4999)}0]}`;
    const answer = await t.call('POST', '/v1/posts/with-images', {
      token: me.token,
      as: me.profile.id,
      body,
      headers: json,
    });
    expectCode(answer, 'too_many_images');
    expect(answer.json.agent.fields).toEqual([{ path: 'body.images', rule: 'max_items', limit: 4, actual: 5000 }]);
    const bomb = `{"images":[${'[],'.repeat(499_999)}0]}`;
    const refused = await t.call('POST', '/v1/posts/with-images', {
      token: me.token,
      as: me.profile.id,
      body: bomb,
      headers: json,
    });
    expectCode(refused, 'invalid_request');
    expect(refused.json.agent.fields).toEqual([{ path: 'body', rule: 'max_elements', limit: 10_000 }]);
  });

  it('a bad one after good ones', async () => {
    const good = await png();
    expectCode(await upload([picture(good), picture(good), picture(await truncatedPng())]), 'invalid_image');
  });

  it('invalid base64', async () => {
    for (const content_base64 of ['***', 'data:image/png;base64,AAAA', 'a']) {
      const answer = await t.call('POST', '/v1/posts/with-images', {
        token: me.token,
        as: me.profile.id,
        body: { images: [{ content_base64 }] },
      });
      expectCode(answer, 'invalid_image');
    }
  });

  it('a text field instead of a file part', async () => {
    expectCode(await upload([{ name: 'images', value: 'no file' }]), 'invalid_request');
  });
});

describe('rejects forms', () => {
  it('truncated within a file', async () => {
    const bytes = await png();
    expectCode(
      await upload([{ name: 'body', value: 'Cut' }, picture(bytes.subarray(0, 40))], { end: false }),
      'invalid_request',
    );
  });

  it('truncated within the head of a part, with the wrong boundary, and empty', async () => {
    const { headers } = form([]);
    const send = (body: string) =>
      t.call('POST', '/v1/posts/with-images', { token: me.token, as: me.profile.id, body: Buffer.from(body), headers });
    expectCode(await send('--pronet-test-boundary\r\nContent-Disposition: form-da'), 'invalid_request');
    // A form without any part of its own boundary is empty.
    for (const nothing of ['--another\r\n\r\n--another--\r\n', '']) {
      expect(['invalid_request', 'empty_post']).toContain((await send(nothing)).json.error_code);
    }
  });

  it('without a boundary', async () => {
    const answer = await t.call('POST', '/v1/posts/with-images', {
      token: me.token,
      as: me.profile.id,
      body: Buffer.from('x'),
      headers: { 'content-type': 'multipart/form-data' },
    });
    expect(['unsupported_media_type', 'invalid_request']).toContain(answer.json.error_code);
  });

  it('with 5,000 fields', async () => {
    expectCode(
      await upload(Array.from({ length: 5000 }, (_, i) => ({ name: `f${i}`, value: 'x' }))),
      'payload_too_large',
    );
  });

  it('with a field of 1 MB, an unknown field, a repeated field, more texts than pictures', async () => {
    expectCode(await upload([{ name: 'body', value: 'x'.repeat(1_000_000) }]), 'payload_too_large');
    expectCode(await upload([{ name: 'nonsense', value: 'x' }]), 'invalid_request');
    expectCode(await upload([{ name: '__proto__', value: 'x' }]), 'invalid_request');
    expectCode(
      await upload([
        { name: 'body', value: 'a' },
        { name: 'body', value: 'b' },
      ]),
      'invalid_request',
    );
    expectCode(
      await upload([{ name: 'alt_text', value: 'a' }, { name: 'alt_text', value: 'b' }, picture(await png())]),
      'invalid_request',
    );
  });
});

describe('uploads over a socket', () => {
  const lines = () => [`Authorization: Bearer ${me.token}`, `X-Profile-Id: ${me.profile.id}`];

  it('refuses 60 MB before reading them, and closes the connection', async () => {
    const { headers } = form([]);
    const answer = await sendRaw(
      port,
      head(
        'POST /v1/posts/with-images',
        ...lines(),
        `Content-Type: ${headers['content-type']}`,
        'Content-Length: 60000000',
      ),
      'x'.repeat(1000),
    );
    expect([answer?.status, answer?.json.error_code]).toEqual([413, 'payload_too_large']);
    expect(answer?.headers['connection']).toBe('close');
  });

  it('refuses an upload without a credential before reading it', async () => {
    const answer = await sendRaw(
      port,
      head('POST /v1/posts/with-images', 'Content-Type: application/json', 'Content-Length: 40000000'),
      '{"body":"',
    );
    expect([answer?.status, answer?.headers['connection']]).toEqual([401, 'close']);
  });

  it('survives a client that disconnects during its upload', async () => {
    const { body, headers } = form([{ name: 'body', value: 'Gone' }, picture(await png({ width: 800, height: 600 }))]);
    const { connect } = await import('node:net');
    await new Promise<void>((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.write(
          head(
            'POST /v1/posts/with-images',
            ...lines(),
            `Content-Type: ${headers['content-type']}`,
            `Content-Length: ${body.length}`,
          ),
        );
        socket.write(body.subarray(0, body.length - 100), () => socket.destroy());
      });
      socket.on('close', () => resolve());
    });
    await expect.poll(() => t.logLines.some((line) => /aborted|request_timeout/.test(line))).toBe(true);
    expect(t.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });
});
