// Prints what happens to your profiles and continues where it stopped: API=... KEY=... node event-poller.mjs
import { readFile, rename, writeFile } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';

const { API = 'http://127.0.0.1:3000', KEY, CURSOR_FILE = 'events.cursor' } = process.env;

/** Written whole or not at all, so that a crash leaves the old cursor or the new one. */
async function store(cursor) {
  await writeFile(`${CURSOR_FILE}.new`, cursor);
  await rename(`${CURSOR_FILE}.new`, CURSOR_FILE);
}

/** Your code goes here. After a crash it can get the same event again, with the same id. */
async function handle(event) {
  console.log(event.type, event.object.type, event.object.id);
}

let cursor = await readFile(CURSOR_FILE, 'utf8').catch(() => 'now');
for (;;) {
  try {
    const response = await fetch(`${API}/v1/events?wait=25&cursor=${encodeURIComponent(cursor)}`, {
      headers: { authorization: `Bearer ${KEY}` },
    });
    const { ok, data, agent, error_code } = await response.json();
    if (ok) {
      for (const event of data.items) await handle(event);
      cursor = data.next_cursor;
      await store(cursor);
    } else if (response.status === 429 || response.status >= 500) {
      await sleep((agent.retry_after_seconds ?? 1) * 1000);
    } else {
      // A cursor expires after 30 days (invalid_cursor); the hint says how to start again.
      console.error(error_code, agent.hint);
      process.exit(1);
    }
  } catch (error) {
    if (!(error instanceof TypeError) && !(error instanceof SyntaxError)) throw error;
    await sleep(1000); // The server can't be reached, or the response broke off.
  }
}
