import { connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, it } from 'vitest';
import { limitBodyTime } from '../../src/http/body-timeout.ts';
import { handleErrors } from '../../src/http/error-handler.ts';
import { streamInternally } from '../../src/http/internal-request.ts';

it('returns 408 for a stalled body, and closes the connection', async () => {
  const app = fastify();
  app.decorate('deps', { config: { baseUrl: 'http://test' } } as never);
  app.decorateRequest('failure', null);
  handleErrors(app);
  limitBodyTime(app, 200);
  app.post('/slow', { config: { bodyTimeoutMs: 100 } }, async () => ({ never: true }));
  app.post('/fast', { config: { bodyTimeoutMs: 100 } }, async () => {
    await new Promise((resolve) => setTimeout(resolve, 300));
    return { done: true };
  });
  app.post('/hijacked', { config: { bodyTimeoutMs: 100 } }, async (request, reply) => {
    reply.hijack();
    for await (const _chunk of request.raw);
    reply.raw.end('never');
  });
  app.removeContentTypeParser('text/plain');
  app.addContentTypeParser('text/plain', (_request, _body, done) => done(null));
  app.get('/unread', async () => ({ read: false }));
  app.post('/stalled', async () => ({ never: true }));
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const answerTo = (text: string) =>
    new Promise<string>((resolve) => {
      let answer = '';
      const socket = connect(port, '127.0.0.1', () => socket.write(text));
      socket.on('data', (chunk) => {
        answer += chunk;
        if (answer.includes('"done"')) socket.end();
      });
      socket.on('close', () => resolve(answer));
    });
  const head = (path: string) =>
    `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n`;
  const slow = await answerTo(`${head('/slow')}{`);
  expect(slow).toMatch(/^HTTP\/1\.1 408 /);
  expect(slow).toContain('"error_code":"request_timeout"');
  expect(slow).toMatch(/connection: close/i);
  // Stalls after its first byte.
  expect(await answerTo(`${head('/stalled')}{`)).toMatch(/^HTTP\/1\.1 408 /);
  // A handler may take longer than its body: this hook does not apply.
  expect(await answerTo(`${head('/fast')}{}`)).toContain('{"done":true}');
  // A handler that writes its own response is not waited for.
  expect(await answerTo(`${head('/hijacked').replace('application/json', 'text/plain')}{`)).toBe('');
  const begun = performance.now();
  const unread = 'GET /unread HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\n1';
  expect(await answerTo(unread)).toContain('{"read":false}');
  expect(performance.now() - begun).toBeLessThan(5000);
  await app.close();
});

it('ends no stream that a page reads by an internal request, however long', async () => {
  const app = fastify();
  limitBodyTime(app, 200);
  app.get('/stream', { config: { bodyTimeoutMs: 50 } }, async (_request, reply) => {
    reply.hijack();
    reply.raw.writeHead(200).write('first');
    await sleep(300);
    reply.raw.end(' last');
  });
  app.get('/page', async (request) => {
    const opened = await streamInternally(app, request, { url: '/stream', token: 'none', lastEventId: undefined });
    if ('refused' in opened) return opened;
    let text = '';
    for await (const chunk of opened.events) text += chunk;
    return { text };
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = app.server.address() as { port: number };
  const answer = await fetch(`http://127.0.0.1:${port}/page`);
  expect(await answer.json()).toEqual({ text: 'first last' });
  await app.close();
});
