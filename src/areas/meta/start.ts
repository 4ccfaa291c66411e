import type { Config } from '../../config/config.ts';
import { op, text } from '../../core/operation-text.ts';
import { VERSION } from '../../core/version.ts';

/** The data of `GET /v1` and `GET /`: the URLs of everything that the service offers. */
export function startLinks({ baseUrl, authUrl }: Pick<Config, 'baseUrl' | 'authUrl'>) {
  return {
    version: VERSION,
    docs: `${baseUrl}/docs`,
    openapi: `${baseUrl}/openapi.json`,
    meta: `${baseUrl}/v1/meta`,
    operations: `${baseUrl}/v1/meta/operations`,
    console: `${authUrl}/console`,
    mcp: `${baseUrl}/mcp`,
    sign_up: `${baseUrl}/v1/account`,
  };
}

export const START_HINTS = {
  hint: text`${op('meta.list_operations')} with q finds the call for a task${text`; ${op('account.create')} signs up`}; ${op('me.get')} describes a credential. view=compact shortens any response. /llms.txt lists the guides.`,
};
