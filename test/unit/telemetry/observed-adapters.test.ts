import { expect, it } from 'vitest';
import type { BlobStore } from '../../../src/adapters/storage/blob-store.ts';
import { ApiError } from '../../../src/core/errors.ts';
import { untraced } from '../../../src/core/tracing.ts';
import type { Log } from '../../../src/ctx.ts';
import { observedMailer, observedStore } from '../../../src/observed-adapters.ts';
import { makeMetrics } from '../../../src/telemetry/metrics.ts';

function logged() {
  const lines: string[] = [];
  const log = {
    warn: (_: object, text: string) => lines.push(text),
    info: (_: object, text: string) => lines.push(text),
  };
  return { lines, log: log as unknown as Log, metrics: makeMetrics({ openStreams: () => 0 }) };
}

it('an outage of the mail server has two lines, and a refused recipient none', async () => {
  const { lines, log, metrics } = logged();
  let failure: Error | undefined;
  const send = async () => {
    if (failure) throw failure;
  };
  const mailer = observedMailer({ send } as never, { metrics, log, traced: untraced });
  const mail = () => mailer.send({} as never).catch(() => undefined);
  failure = new Error('the mail server did not accept a mail: EENVELOPE 550 RCPT');
  await mail();
  expect(lines).toEqual([]);
  failure = new Error('the mail server did not accept a mail: ESOCKET  CONN');
  await mail();
  await mail();
  failure = undefined;
  await mail();
  await mail();
  expect(lines).toEqual(['mail cannot be sent', 'mail can be sent again']);
  const text = await metrics.write();
  expect(text).toContain('pronet_mails_total{result="failed"} 3');
  expect(text).toContain('pronet_mails_total{result="succeeded"} 2');
});

it('a full disk has two lines, although files can still be read and removed', async () => {
  const { lines, log, metrics } = logged();
  let isFull = true;
  const put = async () => {
    if (isFull) throw new ApiError('service_unavailable', { internal: 'blob store: ENOSPC at write' });
  };
  const store = observedStore({ put, open: async () => null, remove: async () => undefined } as unknown as BlobStore, {
    metrics,
    log,
    traced: untraced,
  });
  const write = () => store.put('a', new Uint8Array(), { contentType: 'image/webp' }).catch(() => undefined);
  await write();
  await store.open('a');
  await store.remove(['a']);
  await write();
  expect(lines).toEqual(['files cannot be stored']);
  isFull = false;
  await write();
  expect(lines).toEqual(['files cannot be stored', 'files can be stored again']);
  expect(await metrics.write()).toContain('pronet_storage_calls_total{call="put",result="failed"} 2');
});
