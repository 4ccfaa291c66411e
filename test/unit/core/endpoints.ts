import { makeConfig } from '../../../src/config/config.ts';
import { buildOfflineApp } from '../../../src/offline-app.ts';

/** Endpoints outside `/v1`, and those of the contract that do not exist yet. */
const OTHERS = `
GET /v1/feed
GET /v1/search/profiles
GET /v1/search/posts
GET /v1/events/stream
POST /v1/events/stream-tickets
GET /v1/notifications
PUT /v1/notifications/read
GET /v1/notification-preferences
PATCH /v1/notification-preferences
GET /oauth/authorize
POST /oauth/token
POST /oauth/revoke
POST /oauth/register
POST /mcp
GET /docs
GET /console
GET /media/{name}
GET /metrics
GET /healthz
GET /readyz
`
  .trim()
  .split('\n');

/**
 * Every endpoint of the service as `METHOD /path`: hints may name only these, and usernames may not equal their segments.
 */
export async function allEndpoints(): Promise<string[]> {
  const app = await buildOfflineApp(makeConfig({}));
  const own = app.routes.map(({ method, url }) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`);
  await app.close();
  return [...own, ...OTHERS];
}
