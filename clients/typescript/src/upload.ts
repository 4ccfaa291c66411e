export interface Progress {
  sentBytes: number;
  totalBytes: number;
}

/** A list, such as the `files` of an input, is sent as one part for each item, in order. */
export type FormFields = Record<string, string | Blob | Iterable<string | Blob> | undefined>;

/** Creates a form of texts and files. */
export function toForm(fields: FormFields): FormData {
  const form = new FormData();
  for (const [name, value = []] of Object.entries(fields)) {
    const items = typeof value === 'string' || value instanceof Blob ? [value] : value;
    for (const item of items) form.append(name, item);
  }
  return form;
}

/**
 * Sends a request and reports how much of its body was sent. Browsers report this only for XMLHttpRequest; elsewhere the
 * body is a stream that counts the bytes read from it.
 */
export async function sendWithProgress(
  request: Request,
  send: (request: Request) => Promise<Response>,
  onProgress: (progress: Progress) => void,
): Promise<Response> {
  // Read into memory, so that the exact size is known and the request can be repeated.
  const body = await request.blob();
  const report = (sentBytes: number) => onProgress({ sentBytes, totalBytes: body.size });
  if (typeof XMLHttpRequest !== 'undefined') return sendXhr(new XMLHttpRequest(), request, body, report);
  let sentBytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      sentBytes += chunk.byteLength;
      controller.enqueue(chunk);
      report(sentBytes);
    },
  });
  // A stream requires `duplex`, which not every type of RequestInit has.
  const init = { body: body.stream().pipeThrough(counter), duplex: 'half' } as RequestInit;
  return send(new Request(request, init));
}

/** Statuses without a body: the Response constructor refuses even an empty one. */
const BODILESS = [204, 205, 304];

async function sendXhr(xhr: Xhr, request: Request, body: Blob, report: (sentBytes: number) => void): Promise<Response> {
  await new Promise<void>((resolve, reject) => {
    xhr.open(request.method, request.url);
    xhr.responseType = 'blob';
    request.headers.forEach((value, name) => {
      xhr.setRequestHeader(name, value);
    });
    xhr.upload.onprogress = ({ loaded }) => report(loaded);
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

/** The part of XMLHttpRequest that is used, so that this compiles without the types of browsers. */
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
