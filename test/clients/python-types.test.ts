import { execFile, spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROOT } from '../support/source-files.ts';

/** What a type checker says of the Python client, and of every program that the documents show. */

const SOURCE = join(ROOT, 'clients/python/src');
const BLOCK = /^```(?:py|python)(?: tab)?\n([\s\S]*?)^```$/gm;
const run = promisify(execFile);

/** Older ones have other stubs of the standard library. */
const OLDEST = '1.8';
const version = spawnSync('python3', ['-m', 'mypy', '--version'], { encoding: 'utf8' }).stdout ?? '';
const [, major = '0', minor = '0'] = /mypy (\d+)\.(\d+)/.exec(version) ?? [];
const hasMypy = Number(major) > 1 || (major === '1' && Number(minor) >= 8);

const PROGRAM = `import os

from pronet import Pronet
from pronet.types import ExpandedPostEvent, RemovedComment, Scope

client = Pronet(os.environ["PRONET_URL"], token=os.environ["PRONET_KEY"])

for item in client.posts.list_comments("id"):
    if "removed" in item:
        continue
    print(item["post"]["body_preview"].upper(), item["profile"]["username"].upper())

for short in client.posts.list_comments("id", view="compact"):
    if "removed" not in short:
        print(short["post"]["id"].upper())

log = client.events.list(cursor="now")
print(log.next_cursor.upper(), [page.next_cursor.upper() for page in log.pages()])

for event in client.events.list(expand=["actor", "object"]):
    if event["type"] == "post.published":
        expanded = event["expanded"]
        print(expanded["body_preview"].upper() if expanded else None, event["data"]["revision"] + 1)

SCOPES: list[Scope] = ["posts:write"]
client.keys.create(name="My program", scopes=SCOPES, profile_ids=[])


def of(comment: RemovedComment, published: ExpandedPostEvent) -> str:
    return comment["reply_to_post_id"] + published["id"]
`;

it('the types have a field for everything that a response contains', async () => {
  const types = await readFile(join(SOURCE, 'pronet/types.py'), 'utf8');
  const empty = [...types.matchAll(/^class (\w+)\(TypedDict\):\n {4}pass$/gm)].map(([, name]) => name);
  // The data of events that have none.
  expect(empty.filter((name) => !name!.endsWith('Data'))).toEqual([]);
  expect(types).toMatch(/^ThreadItem = Union\[\n {4}"PostItem",\n {4}"RemovedComment",\n\]$/m);
  const operations = await readFile(join(SOURCE, 'pronet/_operations.py'), 'utf8');
  expect(operations).toContain(') -> LogPage[t.Event]: ...');
  expect(operations).toContain(') -> LogPage[t.ExpandedEvent]: ...');
});

describe.skipIf(!hasMypy)(`mypy --strict (${hasMypy ? 'on' : `skipped without mypy ${OLDEST} or newer`})`, () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'pronet-types-'));
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  const check = async (...args: string[]) => {
    const { stdout } = await run('python3', ['-m', 'mypy', '--strict', '--cache-dir', join(folder, 'cache'), ...args], {
      cwd: folder,
      env: { ...process.env, MYPYPATH: SOURCE },
    }).catch(({ stdout }: { stdout: string }) => ({ stdout }));
    expect(stdout).toMatch(/^Success: no issues found in \d+ source files?\n$/);
  };

  it('has nothing against the client', { timeout: 120_000 }, () => check('-p', 'pronet'));

  it('has nothing against what programs do with it', { timeout: 120_000 }, async () => {
    await writeFile(join(folder, 'program.py'), PROGRAM);
    await check('program.py');
  });

  it('has nothing against the examples, and the programs of the guides', { timeout: 300_000 }, async () => {
    const folders = ['clients/python/examples', 'examples', 'examples/webhook-receiver'];
    const files: string[] = [];
    const add = async (name: string, text: string) => {
      files.push(`${name.replaceAll('-', '_')}.py`);
      await writeFile(join(folder, files.at(-1)!), text);
    };
    for (const each of folders)
      for (const name of await readdir(join(ROOT, each)))
        if (name.endsWith('.py')) await add(basename(name, '.py'), await readFile(join(ROOT, each, name), 'utf8'));
    for (const section of ['guides', 'concepts'])
      for (const name of await readdir(join(ROOT, 'docs', section))) {
        const text = await readFile(join(ROOT, 'docs', section, name), 'utf8');
        const program = [...text.matchAll(BLOCK)].map(([, block]) => block).join('');
        if (program !== '') await add(`${section}_${basename(name, '.md')}`, program);
      }
    expect(files.length).toBeGreaterThan(14);
    await check(...files);
  });
});
