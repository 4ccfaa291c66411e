import { readDemoAccount } from '../../src/demo/files.ts';
import { makeDemo } from '../../src/demo/make-demo.ts';
import { type OAuthApp, startOAuthApp } from './oauth.ts';

export type DemoPages = {
  t: OAuthApp;
  /** The session of the demo account, for the cookie of a browser. */
  session: string;
  /** The first profile of the demo account. */
  mara: { token: string; as: string };
};

/** The demo network on a socket. `at`: the time of the server when it was made. */
export async function startDemoPages(at?: Date): Promise<DemoPages> {
  // The texts of the demo are no secrets that a response could leak.
  const t = await startOAuthApp({}, { watchesTexts: false });
  if (at) t.clock.advance(at.getTime() - t.clock.now().getTime());
  await makeDemo(t.deps);
  const { email, password, profileId } = (await readDemoAccount(t.deps.config.dataDir))!;
  const signedIn = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  const session = signedIn.json.data.session.token;
  return { t, session, mara: { token: session, as: profileId } };
}
