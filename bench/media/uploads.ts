import { Agent, request } from 'node:http';
import { parentPort, workerData } from 'node:worker_threads';

/** Runs in a separate thread, so that sending uploads doesn't delay the measurement of reads. */

export type UploadJob = {
  url: string;
  /** One request per client, which repeats it sequentially. */
  clients: { headers: Record<string, string>; body: Uint8Array<SharedArrayBuffer>; times: number }[];
};
export type Uploaded = { status: number; retryAfter: string | null; ms: number };

function upload(url: string, headers: Record<string, string>, body: Uint8Array, agent: Agent): Promise<Uploaded> {
  const beganAt = performance.now();
  return new Promise((resolve, reject) => {
    const sent = request(`${url}/v1/posts/with-images`, { method: 'POST', agent, headers }, (answer) => {
      answer.resume().once('end', () => {
        const retryAfter = answer.headers['retry-after'] ?? null;
        resolve({ status: answer.statusCode!, retryAfter, ms: performance.now() - beganAt });
      });
    });
    sent.once('error', reject);
    sent.setHeader('content-length', body.length);
    sent.end(body);
  });
}

async function run({ url, clients }: UploadJob): Promise<Uploaded[]> {
  const all = clients.map(async ({ headers, body, times }) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const done: Uploaded[] = [];
    for (let time = 0; time < times; time++) done.push(await upload(url, headers, body, agent));
    agent.destroy();
    return done;
  });
  return (await Promise.all(all)).flat();
}

parentPort!.postMessage(await run(workerData as UploadJob));
