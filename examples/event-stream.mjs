// Prints what happens to your profiles, as it happens: API=... KEY=... node event-stream.mjs
import { setTimeout as sleep } from 'node:timers/promises';

const { API = 'http://127.0.0.1:3000', KEY } = process.env;
let lastId = process.env.CURSOR ?? '';
const SILENT_MS = Number(process.env.SILENT_MS ?? 45_000);
let retryMs = 1000;

/** One block of the stream. Lines that begin with a colon are comments, which show that it is alive. */
function handle(block) {
  const fields = new Map(block.split('\n').map((line) => line.split(/: ?(.*)/, 2)));
  if (fields.has('retry')) retryMs = Number(fields.get('retry'));
  if (fields.has('data')) {
    const { type, object } = JSON.parse(fields.get('data'));
    console.log(type, object.type, object.id);
  }
  // Only now: after a crash, start with the CURSOR that you have stored here.
  if (fields.has('id')) lastId = fields.get('id');
}

for (;;) {
  // Nothing for 45 s, not even a comment: the connection is dead.
  const silence = new AbortController();
  const timer = setTimeout(() => silence.abort(new TypeError('silent')), SILENT_MS);
  try {
    const response = await fetch(`${API}/v1/events/stream`, {
      headers: { authorization: `Bearer ${KEY}`, ...(lastId && { 'last-event-id': lastId }) },
      signal: silence.signal,
    });
    if (response.ok) {
      let rest = '';
      for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
        timer.refresh();
        const blocks = (rest + text).split('\n\n');
        rest = blocks.pop();
        blocks.forEach(handle);
      }
    } else {
      const { error_code, agent } = await response.json();
      if (response.status !== 429 && response.status < 500) {
        console.error(error_code, agent.hint);
        process.exit(1);
      }
      await sleep((agent.retry_after_seconds ?? 0) * 1000);
    }
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
  } finally {
    clearTimeout(timer);
  }
  await sleep(retryMs); // The stream has ended or could not be opened. The next one continues after the last id.
}
