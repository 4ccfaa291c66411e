import { readFile } from 'node:fs/promises';
import { fakerEN } from '@faker-js/faker';
import { POSTS } from '../../src/demo/content.ts';
import { demoKeyPath, readDemoAccount } from '../../src/demo/files.ts';
import { makeDemo } from '../../src/demo/make-demo.ts';
import { startTestApp, type TestApp } from './app.ts';
import { ask, makeContacts } from './contacts.ts';
import { type Member, makeProfile, signUp } from './members.ts';

export type DemoNetwork = {
  t: TestApp;
  /** What the demo's API key acts as. */
  mara: { token: string; as: string };
  /** The account of the demo profiles that act for nobody else. */
  owner: { token: string };
  /** The id of a demo profile. */
  idOf(username: string): Promise<string>;
};

/** The demo network, with the rate limits of a real server. */
export async function startDemo(): Promise<DemoNetwork> {
  // The texts of the demo are no secrets that a response could leak.
  const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '20' }, { watchesTexts: false });
  await makeDemo(t.deps);
  const { dataDir } = t.deps.config;
  const token = (await readFile(demoKeyPath(dataDir), 'utf8')).trim();
  const { email, password, profileId } = (await readDemoAccount(dataDir))!;
  const signedIn = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  return {
    t,
    mara: { token, as: profileId },
    owner: { token: signedIn.json.data.session.token },
    idOf: async (username) => (await t.call('GET', `/v1/profiles/${username}`)).json.data.id,
  };
}

/** Members with usual names and jobs, in accounts of 25 profiles. */
export async function makeMembers(t: TestApp, count: number): Promise<Member[]> {
  fakerEN.seed(7);
  const members: Member[] = [];
  let account = await signUp(t);
  for (let made = 0; made < count; made++) {
    if (made % 25 === 0) account = await signUp(t);
    const [first, last] = [fakerEN.person.firstName(), fakerEN.person.lastName()];
    const username = `${first}-${last}`.toLowerCase().replace(/[^a-z-]/g, '');
    const profile = await makeProfile(t, account, { username, name: `${first} ${last}` });
    const body = { occupation: fakerEN.person.jobTitle() };
    await t.call('PATCH', `/v1/profiles/${profile.id}`, { token: account.token, body });
    members.push({ ...account, profile });
  }
  return members;
}

/** More of the demo's own texts, by its other members, who then all are followed. */
export async function fillFeed({ t, mara, owner, idOf }: DemoNetwork): Promise<void> {
  const others = ['harbour-roasters', 'aiko-tanaka', 'nordbau-studio', 'atlas-research'];
  for (const name of others)
    await t.call('POST', '/v1/profile-follows', { ...mara, body: { followed_profile_id: name } });
  const texts = POSTS.map(({ body }) => body).filter((body) => !/\p{Script=Han}/u.test(body));
  for (const [at, body] of texts.entries()) {
    await t.call('POST', '/v1/posts', { ...owner, as: await idOf(others[at % others.length]!), body: { body } });
  }
}

export async function fillContacts({ t, mara }: DemoNetwork, members: readonly Member[]): Promise<void> {
  const self = { profile: { id: mara.as } } as Member;
  for (const member of members) await makeContacts(t, self, member);
}

export const askMara = ({ t, mara }: DemoNetwork, by: Member, message: string) =>
  ask(t, by, { profile: { id: mara.as } }, message);
