export type Progress = { sentBytes: number; totalBytes: number };

/** A form of texts and files; a list becomes one part for each of its items, in their order. */
export function toForm(fields: Record<string, string | Blob | (string | Blob)[] | undefined>): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    for (const item of value === undefined ? [] : [value].flat()) form.append(name, item);
  }
  return form;
}

/**
 * Sends a request and tells how much of its body is on its way. Browsers tell it of an XMLHttpRequest alone; elsewhere
 * the body is a stream that counts what is taken from it.
 */
export async function sendWithProgress(
  request: Request,
  send: (request: Request) => Promise<Response>,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  // In memory once: its exact size is known, and the request can be repeated.
  const body = await request.blob();
  const told = (sentBytes: number) => onProgress({ sentBytes, totalBytes: body.size });
  if (typeof XMLHttpRequest !== 'undefined') return sendXhr(new XMLHttpRequest(), request, body, told);
  let sentBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sentBytes += chunk.byteLength;
      controller.enqueue(chunk);
      told(sentBytes);
    },
  });
  // A stream needs `duplex`, which not every description of RequestInit knows.
  const init = { body: body.stream().pipeThrough(counter), duplex: 'half' } as RequestInit;
  return send(new Request(request, init));
}

/** Answers with these have no body; a Response refuses even an empty one for them. */
const BODILESS = [204, 205, 304];

async function sendXhr(xhr: Xhr, request: Request, body: Blob, told: (sentBytes: number) => void): Promise<Response> {
  await new Promise<void>((resolve, reject) => {
    xhr.open(request.method, request.url);
    xhr.responseType = 'blob';
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded }) => told(loaded);
    xhr.onload = () => resolve();
    xhr.onerror = () => reject(new TypeError('The connection was lost.'));
    xhr.onabort = () => reject(request.signal.reason);
    request.signal.addEventListener('abort', () => xhr.abort());
    if (request.signal.aborted) reject(request.signal.reason);
    else xhr.send(body);
  });
  const { status, response } = xhr;
  return new Response(BODILESS.includes(status) ? null : response, { status, headers: headersOf(xhr) });
}

function headersOf(xhr: Xhr): Headers {
  const headers = new Headers();
  for (const line of xhr.getAllResponseHeaders().trim().split('\r\n')) {
    const colon = line.indexOf(':');
    if (colon > 0) headers.append(line.slice(0, colon), line.slice(colon + 1).trim());
  }
  return headers;
}

/** What is used of a browser's XMLHttpRequest, so that the types of browsers are not needed to compile this. */
type Xhr = {
  upload: { onprogress: ((event: { loaded: number }) => void) | null };
  onload: (() => void) | null;
  onerror: (() => void) | null;
  onabort: (() => void) | null;
  responseType: string;
  readonly response: Blob;
  readonly status: number;
  open(method: string, url: string): void;
  setRequestHeader(name: string, value: string): void;
  getAllResponseHeaders(): string;
  send(body: Blob): void;
  abort(): void;
};
declare const XMLHttpRequest: { new (): Xhr } | undefined;
