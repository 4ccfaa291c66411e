// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

export interface Progress {
    sentBytes: number;
    totalBytes: number;
}
/** A list, such as the `files` of an input, is sent as one part for each item, in order. */
export type FormFields = Record<string, string | Blob | Iterable<string | Blob> | undefined>;
/** Creates a form of texts and files. */
export declare function toForm(fields: FormFields): FormData;
/**
 * Sends a request and reports how much of its body was sent. Browsers report this only for XMLHttpRequest; elsewhere the
 * body is a stream that counts the bytes read from it.
 */
export declare function sendWithProgress(request: Request, send: (request: Request) => Promise<Response>, onProgress: (progress: Progress) => void): Promise<Response>;
