// Generated from the OpenAPI document by `npm run client:generate`. Do not edit.

export type { CallOptions, NoFields, Pages, Reply, ViewOf } from './calls.ts';
export { replyOf } from './calls.ts';
export type { PronetOptions, RequestFields } from './client.ts';
export { Pronet } from './client.ts';
export type { PronetErrorCode } from './error.ts';
export { OAuthError, PronetError } from './error.ts';
export { etagCache } from './etag-cache.ts';
export type { EventStream, StreamedEvent, StreamFields } from './event-stream.ts';
export type { OAuthOptions, TokenStorage, Tokens } from './oauth.ts';
export { OAuth } from './oauth.ts';
export { VERSION } from './operations.ts';
export type * from './types.d.ts';
export type { Progress } from './upload.ts';
export type { VerifyOptions, WebhookHeaders } from './webhooks.ts';
export * as webhooks from './webhooks.ts';
export { WebhookError } from './webhooks.ts';
