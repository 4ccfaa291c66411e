import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { buffer } from 'node:stream/consumers';
import type { ConstantAnswer, Scenario, World } from '../scenarios/scenario.ts';

/** Reads responses that never change from the server once, so that the floors can send the same bytes. */
export async function readConstantAnswers(baseUrl: string, scenarios: readonly Scenario[]): Promise<World['answers']> {
  const answers: World['answers'] = {};
  for (const { name, kept } of scenarios) {
    if (kept) answers[name] = await ask(new URL(kept.path, baseUrl), kept.headers ?? {});
  }
  return answers;
}

/** Doesn't use `fetch`, which would decompress the body. */
async function ask(url: URL, headers: Record<string, string>): Promise<ConstantAnswer> {
  const call = request(url, { headers });
  call.end();
  const [answer] = (await once(call, 'response')) as [IncomingMessage];
  const body = await buffer(answer);
  const { 'content-type': type, 'content-encoding': encoding, etag } = answer.headers;
  if (answer.statusCode !== 200 || !type || !etag) throw new Error(`${url.pathname}: ${answer.statusCode}`);
  return { type, tag: etag, body: body.toString('base64'), ...(encoding ? { encoding } : {}) };
}
