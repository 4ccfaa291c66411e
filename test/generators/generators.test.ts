import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeConfig } from '../../src/config/config.ts';
import { makeOpenApiDocument } from '../../src/http/openapi.ts';
import { buildOfflineApp } from '../../src/offline-app.ts';
import { compile, generateClients } from './generate.ts';
import { readingProgram } from './reads.ts';

const app = await buildOfflineApp(makeConfig({}));
const document = makeOpenApiDocument(app, { baseUrl: 'https://a.example', authUrl: 'https://a.example' });
const withViews = makeOpenApiDocument(app, { baseUrl: 'https://a.example', authUrl: 'https://a.example' }, 'all');
await app.close();

/** The name of a function for an operation, as TypeScript generators make it. */
const functionName = (operation: string) => operation.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase());

const OPENAPI_TYPESCRIPT = `import type { components, operations } from './openapi';
type Data<O extends keyof operations, S> = operations[O]['responses'] extends infer R
  ? S extends keyof R ? R[S] extends { content: { 'application/json': { data: infer D } } } ? D : never : never : never;
`;

/** Mistakes that must not compile, by the types of one generator. */
function mistakes(imports: string, types: { error: string; post: string; event: string; profile: string }): string {
  return `${imports}
export function mistakes(error: ${types.error}, event: ${types.event}, profile: ${types.profile}) {
  const post: ${types.post} = { body: 'Hello', visibility: 'members' };
  const found = error.error_code === 'post_not_found' && event.type === 'reaction.changed' && profile.type === 'human';
  // @ts-expect-error A code of an error.
  const code = error.error_code === 'post_not_fuond';
  // @ts-expect-error A value of an enumeration.
  const value = profile.type === 'humann';
  // @ts-expect-error A type of an event.
  const type = event.type === 'reaction.chnaged';
  // @ts-expect-error A value in a request.
  const visibility: ${types.post} = { body: 'Hello', visibility: 'membres' };
  // @ts-expect-error A field of a request.
  const field: ${types.post} = { bodyy: 'Hello' };
  if (event.type === 'reaction.changed') {
    // @ts-expect-error A field of another event.
    event.data.reason;
  }
  return [post, found, code, value, type, visibility, field];
}
`;
}

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pronet-generators-'));
  await generateClients(document, folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('generated clients compile strictly, read every field without narrowing, and refuse what is misspelled', async () => {
  const programs = {
    'hey-reads.ts': `import type * as api from './hey';\n${readingProgram(document, {
      data: (operation) => `Awaited<ReturnType<typeof api.${functionName(operation)}<true>>>['data']['data']`,
      component: (name) => `api.${name}`,
    })}`,
    'openapi-reads.ts': `${OPENAPI_TYPESCRIPT}${readingProgram(document, {
      data: (operation, status) => `Data<'${operation}', ${status}>`,
      component: (name) => `components['schemas']['${name}']`,
    })}`,
    'hey-mistakes.ts': mistakes("import type * as api from './hey';", {
      error: 'api.PostsGetError',
      post: 'api.CreatePostInput',
      event: 'api.Event',
      profile: 'api.Profile',
    }),
    'openapi-mistakes.ts': mistakes("import type { components } from './openapi';", {
      error: "components['schemas']['ApiError']",
      post: "components['schemas']['CreatePostInput']",
      event: "components['schemas']['Event']",
      profile: "components['schemas']['Profile']",
    }),
    'wrong.ts': "import type { Post } from './hey';\nexport const textOf = (post: Post) => post.text;\n",
    'orval-mistakes.ts': mistakes("import type * as api from './orval';", {
      error: "api.postsGetResponse404['data']",
      post: 'api.CreatePostInput',
      event: 'api.Event',
      profile: 'api.Profile',
    }),
  };
  for (const [name, text] of Object.entries(programs)) await writeFile(join(folder, name), text);
  const files = ['hey/index.ts', 'hey/client.gen.ts', 'orval.ts', 'openapi.ts', ...Object.keys(programs)];
  expect(await compile(folder, files)).toEqual([
    expect.stringMatching(/wrong\.ts.*'text' does not exist on type 'Post'/),
  ]);
});

it('the fifty names that most programs see stay as they are', async () => {
  const exported = new Set((await readFile(join(folder, 'hey/index.ts'), 'utf8')).match(/\w+/g));
  const names = (await readFile(new URL('names.txt', import.meta.url), 'utf8')).trim().split('\n');
  expect(names).toHaveLength(50);
  expect(
    names.filter((name) => !exported.has(name)),
    'a new name breaks the programs of others',
  ).toEqual([]);
});

it('would refuse a read with alternatives that nothing tells apart', () => {
  expect(() => readingProgram(withViews, { data: () => 'never', component: () => 'never' })).toThrow(
    /has alternatives/,
  );
});
