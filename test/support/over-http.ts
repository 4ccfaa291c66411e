import type { CallOptions, CallResult, TestApp } from './app.ts';

/** The same service with every call over a socket, like real clients. Ends with the app. */
export async function overHttp(t: TestApp): Promise<TestApp> {
  const address = await t.app.listen({ host: '127.0.0.1', port: 0 });
  return { ...t, call: (method, path, options) => callOver(address, method, path, options) };
}

export async function callOver(
  address: string,
  method: string,
  path: string,
  { token, as, body, headers = {} }: CallOptions = {},
): Promise<CallResult> {
  const isBytes = body instanceof Uint8Array;
  const response = await fetch(address + path, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(as === undefined ? {} : { 'x-profile-id': as }),
      ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? (body as BodyInit) : JSON.stringify(body) }),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') ?? false;
  const json = isJson && text !== '' ? JSON.parse(text) : null;
  const named: CallResult['headers'] = {};
  response.headers.forEach((value, name) => {
    named[name] = value;
  });
  return { status: response.status, json, text, headers: named };
}
