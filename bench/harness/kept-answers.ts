import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { KeptAnswer, Scenario, World } from '../scenarios/scenario.ts';

/** Asks the server once for what it answers with the same bytes each time, for the floors to send. */
export async function keepAnswers(baseUrl: string, scenarios: readonly Scenario[]): Promise<World['answers']> {
  const answers: World['answers'] = {};
  for (const { name, kept } of scenarios) {
    if (kept) answers[name] = await ask(new URL(kept.path, baseUrl), kept.headers ?? {});
  }
  return answers;
}

/** Not by `fetch`, which would decompress the body. */
async function ask(url: URL, headers: Record<string, string>): Promise<KeptAnswer> {
  const call = request(url, { headers });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const { 'content-type': type, 'content-encoding': encoding, etag } = answer.headers;
  if (answer.statusCode !== 200 || !type || !etag) throw new Error(`${url.pathname}: ${answer.statusCode}`);
  return { type, tag: etag, body: body.toString('base64'), ...(encoding ? { encoding } : {}) };
}
