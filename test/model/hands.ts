import { endGrant, granted } from '../support/access.ts';
import type { CallResult, TestApp } from '../support/app.ts';
import { type Member, makeKey } from '../support/members.ts';
import { type Chance, companyNear, managerFor } from './chance.ts';
import { type Ids, type Move, pair } from './moves.ts';
import type { Network } from './network.ts';

const NOTHING = '00000000-0000-7000-8000-000000000000';

type Send = (method: string, path: string, body?: object) => Promise<CallResult>;

/** Who makes a move: the member, or the manager of a company with a key for it. */
export class Hand {
  readonly #t: TestApp;
  readonly #net: Network;
  readonly #ids: Ids;
  readonly #twist: number;
  #used: { company: number; manager: number } | null = null;

  constructor(t: TestApp, net: Network, ids: Ids, twist: number) {
    this.#t = t;
    this.#net = net;
    this.#ids = ids;
    this.#twist = twist;
  }

  /** Decides at once, and sends later. */
  of(actor: number): Send {
    const { token, profile } = this.#ids.members[actor]!;
    const manager = this.#twist % 3 === 0 ? undefined : this.#net.managerOf(actor);
    const isUsed = manager !== undefined && this.#net.isShown(manager);
    this.#used = isUsed ? { company: actor, manager } : null;
    const caller = { token: isUsed ? this.#ids.hands.get(actor)! : token, as: profile.id };
    return (method, path, body) => this.#t.call(method, path, { ...caller, ...(body ? { body } : {}) });
  }

  /** The move, if it is the manager's: it needs the grant, and both members. */
  applied(move: Move | undefined): Move | undefined {
    if (!move || !this.#used) return move;
    const { company, manager } = this.#used;
    const shared = [...move.shared, `grant ${company}`, `member ${manager}`];
    return { ...move, shared, expect: () => this.#net.byHand(manager, move.expect) };
  }
}

const PERMISSIONS = ['posting', 'commenting', 'messaging', 'networking', 'following', 'profile_editing'];

/** Gives the manager of a company near this member its grant, or ends it. */
export function grantMove(
  t: TestApp,
  net: Network,
  ids: Ids,
  { by, twist }: Pick<Chance, 'by' | 'twist'>,
): Move | undefined {
  const company = companyNear(by);
  const manager = managerFor(company);
  if (!net.isShown(company) || !net.isShown(manager) || net.blocked(company, manager)) return undefined;
  const isGiven = net.managerOf(company) !== undefined;
  return {
    name: `grant of company ${company}`,
    alone: [`grant ${company}`, `member ${company}`, pair(company, manager)],
    shared: [`member ${manager}`],
    expect: () => (isGiven ? net.endGrant(company) : net.grant(company, manager)),
    call: () =>
      isGiven ? takeGrant(t, ids, company, twist % 2 ? company : manager) : giveGrant(t, ids, company, manager),
  };
}

/** Lets a member manage a company, with a new key: the one of an earlier grant stays detached. */
async function giveGrant(t: TestApp, ids: Ids, company: number, manager: number): Promise<CallResult> {
  const [owner, one] = [await signedIn(t, ids.members[company]!), await signedIn(t, ids.members[manager]!)];
  const id = await granted(t, owner, one, PERMISSIONS);
  ids.grants.set(company, id);
  ids.hands.set(company, (await makeKey(t, one, { profileIds: [owner.profile.id] })).token);
  return { status: 200, json: {}, text: '', headers: {} };
}

/** Ends it, as the company or as its manager. */
async function takeGrant(t: TestApp, ids: Ids, company: number, by: number): Promise<CallResult> {
  return endGrant(t, await signedIn(t, ids.members[by]!), ids.grants.get(company)!);
}

async function signedIn(t: TestApp, member: Member): Promise<Member> {
  const { email, password } = member;
  const answer = await t.call('POST', '/v1/account/sessions', { body: { email, password } });
  return { ...member, token: answer.json.data.session.token };
}

/** The id of the contact is looked up when the call is made. */
export const removalOfContact = (t: TestApp, send: Send, owner: string, contact: string) => async () => {
  const { rows } = await t.pool.query('select id from contacts where owner_entity_id = $1 and contact_entity_id = $2', [
    owner,
    contact,
  ]);
  return send('DELETE', `/v1/contacts/${rows[0]?.id ?? NOTHING}`);
};
