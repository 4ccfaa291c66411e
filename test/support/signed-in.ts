import type { TestApp } from './app.ts';
import type { SignedUp } from './members.ts';

export type Shown = { status: number; html: string; text: string; location: string | undefined };

/** A signed-in member on console pages, without a socket or a browser. */
export function signedIn(t: Pick<TestApp, 'app'>, { token }: Pick<SignedUp, 'token'>) {
  const cookies = { pronet_session: token };
  const show = ({ statusCode, payload, headers }: Awaited<ReturnType<typeof t.app.inject>>): Shown => ({
    status: statusCode,
    html: payload,
    text: textOf(payload),
    location: headers.location as string | undefined,
  });
  const get = async (url: string) => show(await t.app.inject({ url, cookies }));
  let formToken: string | undefined;
  return {
    get,
    /** Submits a form, with the token that the pages of this session contain. */
    async post(url: string, fields: Record<string, string | string[]> = {}) {
      formToken ??= /name="token" value="([^"]+)"/.exec((await get('/console/account')).html)![1]!;
      return show(
        await t.app.inject({
          method: 'POST',
          url,
          cookies,
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          payload: new URLSearchParams(
            Object.entries({ token: formToken, ...fields }).flatMap(([name, values]) =>
              [values].flat().map((value) => [name, value]),
            ),
          ).toString(),
        }),
      );
    },
  };
}

/** The text of a page, in one line. */
export function textOf(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();
}
