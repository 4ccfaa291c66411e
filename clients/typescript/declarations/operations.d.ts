// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

/** The version of the API that this client was made for. */
export declare const VERSION: string;
/**
 * How each operation is called: its method, its path and the names of its query parameters, then what is special about it. It
 * takes a body of JSON (`json`) or a form with files (`form`), returns `pages`, or is sent `once`, because it takes no key.
 */
export declare const OPERATIONS: Record<string, Record<string, string>>;
