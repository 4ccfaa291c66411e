import { beforeAll, describe, expect, it } from 'vitest';
import { ERROR_CODES, type ErrorCode } from '../../src/core/error-codes.ts';
import { hintFor } from '../../src/core/hints.ts';
import { apiText } from '../../src/core/operation-text.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { listen, type RawAnswer, head as rawHead, sendRaw } from '../support/raw-http.ts';

/** A request of a page of another origin. */
const head = (line: string, ...headers: string[]) => rawHead(line, 'Origin: https://example.com', ...headers);

/** A marker in the request that no response may repeat. */
const MARK = 'canary8f3e';
const KB = 1024;

let t: TestApp;
let port: number;
/** Takes the whole header timeout, so it starts first and is checked last. */
let slowHeaders: Promise<RawAnswer | null>;
beforeAll(async () => {
  t = await startTestApp();
  port = await listen(t.app);
  slowHeaders = sendRaw(port, `GET /v1 HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Slow: ${MARK}`);
  slowHeaders.catch(() => undefined);
});

/** Without a request there are no fields to name, so that the hint of the code would not be true. */
const NOT_HTTP = expect.stringMatching(/^The request is not valid HTTP.*Percent-encode.*one Content-Length/);

/** Expects the envelope of the contract, without anything from the request. */
function expectFailure(answer: RawAnswer | null, code: ErrorCode): RawAnswer {
  expect(answer, 'a response').not.toBeNull();
  const { status, headers, json, body } = answer!;
  expect([status, json?.error_code], body).toEqual([ERROR_CODES[code].status, code]);
  const isUnread = code === 'invalid_request' && json.agent.fields === undefined;
  const ofCode = apiText(hintFor(ERROR_CODES[code].hint, 'anonymous'));
  // A malformed credential is no password: its hint has no words about those.
  const hint = code === 'invalid_credentials' ? expect.stringMatching(/the complete secret after Auth/) : ofCode;
  expect(json).toMatchObject({
    ok: false,
    data: null,
    error_message: ERROR_CODES[code].message,
    agent: { hint: isUnread ? NOT_HTTP : hint },
  });
  expect(headers['content-type']).toMatch(/^application\/json\b/);
  expect(headers['x-request-id']).toMatch(/^[A-Za-z0-9_-]{1,64}$/);
  expect(headers['access-control-allow-origin'], 'a browser must be able to read the failure').toBe('*');
  expect(JSON.stringify(headers) + body).not.toContain(MARK);
  return answer!;
}

describe('responses that Node or the router would otherwise give', () => {
  it.each<[string, string, ErrorCode]>([
    ['a malformed request line', `GET /v1/${MARK} and more HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`, 'invalid_request'],
    ['not HTTP', `${MARK}\r\n\r\n`, 'invalid_request'],
    ['a TLS hello', '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03', 'invalid_request'],
    ['an HTTP/2 preface', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 'invalid_request'],
    ['an unknown method', head(`${MARK.toUpperCase()} /v1`), 'invalid_request'],
    ['a header without a colon', head('GET /v1', MARK), 'invalid_request'],
    ['a folded header', head('GET /v1', 'X-A: 1', ` ${MARK}`), 'invalid_request'],
    ['a NUL in a header', head('GET /v1', `X-A: ${MARK}\0`), 'invalid_request'],
    [
      'Content-Length with Transfer-Encoding',
      head('POST /v1/meta', 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      'invalid_request',
    ],
    [
      'two different Content-Lengths',
      head('POST /v1/meta', 'Content-Length: 5', 'Content-Length: 6'),
      'invalid_request',
    ],
    ['a Content-Length that is not a number', head('POST /v1/meta', `Content-Length: ${MARK}`), 'invalid_request'],
    ['no Host', `GET /v1/meta?${MARK}=1 HTTP/1.1\r\nConnection: close\r\n\r\n`, 'invalid_request'],
    ['two Hosts', head('GET /v1', `Host: ${MARK}`), 'invalid_request'],
    ['a header block of 100 KB', head('GET /v1', `X-Big: ${MARK.repeat(10 * KB)}`), 'headers_too_large'],
    [
      '5,000 headers',
      head('GET /v1', ...Array.from({ length: 5000 }, (_, i) => `X-${i}: ${MARK}`)),
      'headers_too_large',
    ],
    ['a bearer of 100 KB', head('GET /v1', `Authorization: Bearer ${MARK.repeat(10 * KB)}`), 'headers_too_large'],
    ['a path of 100 KB', head(`GET /v1/${MARK.repeat(10 * KB)}`), 'headers_too_large'],
    ['Expect: banana', head('GET /v1', 'Expect: banana'), 'expectation_failed'],
    ['bad percent-encoding', head(`GET /v1/%zz${MARK}`), 'route_not_found'],
    ['percent-encoding that is not UTF-8', head(`GET /v1/meta/operations/%ff${MARK}`), 'route_not_found'],
    ['a path segment of 501 characters', head(`GET /v1/meta/operations/${MARK.padEnd(501, 'x')}`), 'route_not_found'],
    ['an unknown path', head(`GET /v1/${MARK}`), 'route_not_found'],
    ['a path with a doubled slash', head('GET //v1'), 'route_not_found'],
    ['a known path with a wrong method', head('TRACE /v1'), 'method_not_allowed'],
    [
      'PUT with a body that nobody reads',
      `${head('PUT /v1', 'Content-Type: application/json', `Content-Length: ${10 * KB * KB}`)}{"a`,
      'method_not_allowed',
    ],
  ])('%s', async (_name, bytes, code) => {
    expectFailure(await sendRaw(port, bytes), code);
  });

  it('sends Allow with 405, and closes the connection while a body is being sent', async () => {
    const answer = expectFailure(
      await sendRaw(port, `${head('PUT /v1', 'Content-Length: 1000000')}{`),
      'method_not_allowed',
    );
    expect(answer.headers).toMatchObject({ allow: 'GET, HEAD, OPTIONS', connection: 'close' });
  });

  it('answers OPTIONS for the server as a whole', async () => {
    expect((await sendRaw(port, head('OPTIONS *')))?.status).toBe(204);
  });

  it('refuses CONNECT', async () => {
    const answer = await sendRaw(port, `CONNECT ${MARK}.example:443 HTTP/1.1\r\nHost: ${MARK}.example:443\r\n\r\n`);
    if (answer !== null) expectFailure(answer, 'method_not_allowed');
  });

  it('answers HTTP/1.0 without a Host', async () => {
    expect((await sendRaw(port, 'GET /v1 HTTP/1.0\r\n\r\n'))?.status).toBe(200);
  });
});

describe('refuses missing or repeated headers', () => {
  it.each([
    ['Authorization', 'Bearer a', 'Bearer b'],
    ['X-Profile-Id', '01920000-0000-7000-8000-000000000001', '01920000-0000-7000-8000-000000000002'],
    ['Idempotency-Key', 'a', 'b'],
    ['Dry-Run', 'true', 'true'],
    ['dry-run', 'false', 'true'],
  ])('%s', async (name, one, two) => {
    const answer = expectFailure(
      await sendRaw(port, head('GET /v1/meta', `${name}: ${one}`, `${name.toUpperCase()}: ${two}`)),
      'invalid_request',
    );
    expect(answer.json.agent.fields).toEqual([{ path: `header.${name.toLowerCase()}`, rule: 'repeated' }]);
  });
});

describe('invalid credentials', () => {
  it.each([
    ['10 KB', `Bearer ${MARK.repeat(KB)}`],
    ['another scheme', `Basic ${MARK}`],
    ['two words', `Bearer ${MARK} ${MARK}`],
    ['bytes beyond ASCII', `Bearer ${MARK}\xe9\xff`],
    ['a quoted token', `Bearer "${MARK}"`],
  ])('%s', async (_name, value) => {
    const answer = expectFailure(
      await sendRaw(port, Buffer.from(head('GET /v1/meta', `Authorization: ${value}`), 'latin1')),
      'invalid_credentials',
    );
    expect(answer.headers['www-authenticate']).toContain('Bearer realm="pronet", error="invalid_token"');
  });

  it.each(['', 'Bearer', 'Bearer    '])('treats %j as no credential', async (value) => {
    const answer = expectFailure(
      await sendRaw(port, head('GET /v1/me', `Authorization: ${value}`)),
      'credentials_required',
    );
    expect(answer.headers['www-authenticate']).not.toContain('error=');
  });
});

describe('request ids', () => {
  it('adopts a simple one from the request, and no other', async () => {
    const given = await sendRaw(port, head('GET /v1', 'X-Request-Id: abc_DEF-123'));
    expect(given?.headers['x-request-id']).toBe('abc_DEF-123');
    const foreign = ['', 'a b', 'x'.repeat(65), `${MARK};drop`, 'ü'];
    const own = new Set<unknown>();
    for (const id of foreign) {
      const answer = await sendRaw(port, head('GET /v1', `X-Request-Id: ${id}`));
      expect(answer?.headers['x-request-id'], id).toMatch(
        /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
      );
      own.add(answer?.headers['x-request-id']);
    }
    expect(own.size).toBe(foreign.length);
  });
});

describe('after all this', () => {
  it('the service is healthy, and its log repeats nothing', async () => {
    expect((await sendRaw(port, head('GET /v1')))?.status).toBe(200);
    expect(t.logLines.filter((line) => line.includes(MARK))).toEqual([]);
    expect(t.logLines.filter((line) => JSON.parse(line).level >= 50)).toEqual([]);
  });

  it('headers that never end get a response', async () => {
    expectFailure(await slowHeaders, 'request_timeout');
  });
});
