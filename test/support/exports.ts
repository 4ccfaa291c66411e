import { expect } from 'vitest';
import { systemCtx } from '../../src/ctx.ts';
import { makeHandlers } from '../../src/jobs/handlers.ts';
import type { TestApp } from './app.ts';
import { unzip } from './unzip.ts';

type Caller = { token: string };

export const begin = (t: TestApp, by: Caller) => t.call('POST', '/v1/exports', { token: by.token });
export const read = (t: TestApp, by: Caller, id: string) => t.call('GET', `/v1/exports/${id}`, { token: by.token });

/** Runs the job of an export, like a worker. */
export async function make(t: TestApp, id: string): Promise<void> {
  await makeHandlers(t.deps)['exports.make'](systemCtx(t.deps, 'job.exports.make'), { export_id: id });
}

/** Downloads the file of a URL, without a credential. */
export const fetchFile = (t: TestApp, url: string) => t.app.inject({ url: url.replace(t.deps.config.baseUrl, '') });

/** A complete export of an account: its URL, and its files by path. */
export async function exportOf(t: TestApp, by: Caller) {
  const begun = await begin(t, by);
  expect(begun.status, begun.text).toBe(201);
  const { id } = begun.json.data.export;
  await make(t, id);
  const answer = await read(t, by, id);
  expect(answer.json.data.export).toMatchObject({ status: 'ready', url: expect.any(String) });
  const { url } = answer.json.data.export;
  const response = await fetchFile(t, url);
  expect(response.statusCode).toBe(200);
  const files = await unzip(response.rawPayload);
  // biome-ignore lint/suspicious/noExplicitAny: tests read files as their owner would, without our types
  const json = (path: string): any => JSON.parse(files.get(path)!.toString('utf8'));
  return {
    id,
    url,
    response,
    files,
    json,
    text: [...files.values()].map((file) => file.toString('latin1')).join('\n'),
  };
}
