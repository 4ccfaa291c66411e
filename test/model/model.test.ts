import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { dispatch } from '../support/events.ts';
import { runJobs } from '../support/mails.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { expectAgreement } from './agreement.ts';
import { type Chance, chance, isCompany, MEMBERS } from './chance.ts';
import { makeHidings } from './hiding.ts';
import { type Ids, type Move, moveOf } from './moves.ts';
import { Network } from './network.ts';

/**
 * Random moves against the service and against a model in memory. `MODEL_SEED=7 npx vitest run test/model` uses another
 * seed, `MODEL_MOVES=20000` more moves; `npm run test:long` has 5,000.
 */
const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_121);
const MOVES = Number(process.env['MODEL_MOVES'] ?? 1_250);
/** How many moves run at once, if none touches what another does. */
const AT_ONCE = 20;
/** The first of the same moves: they show whether a fault needs concurrency. */
const SEQUENTIAL_MOVES = Math.ceil(0.1 * MOVES);
/** Different results of the kinds of moves, such as a comment on a deleted post. */
const RESULTS = MOVES < 1_250 ? 1 : MOVES < 5_000 ? 30 : 45;
const PATIENCE_MS = 100 * MOVES;
const DAY_MS = 86_400_000;
/** Longer than the cooldown of contact requests; twice as long is still shorter than their expiry. */
const PAUSE_DAYS = 22;

async function everybody(t: TestApp): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < MEMBERS; n++) {
    const member = await makeMember(t, isCompany(n) ? { type: 'company' } : {});
    const body = { inbox_policy: { messages: { company: 'anyone' }, contact_requests: { company: 'anyone' } } };
    const opened = await t.call('PATCH', `/v1/profiles/${member.profile.id}`, { token: member.token, body });
    expect(opened.status, opened.text).toBe(200);
    // Keys outlive the pauses; sessions do not.
    members.push({ ...member, token: (await makeKey(t, member, { profileIds: [member.profile.id] })).token });
  }
  return members;
}

/** Learns the ids of conversations and messages that an acceptance created. */
async function learnExchanges(t: TestApp, net: Network, ids: Ids): Promise<void> {
  for (const [at, { members, messages }] of net.conversations.entries()) {
    if (ids.conversations[at] !== undefined && ids.messages[at]!.length === messages.length) continue;
    const { rows } = await t.pool.query(
      `select c.id, array(select m.id from messages m where m.conversation_id = c.id order by m.seq) as messages
        from conversations c join actors low on low.id = c.low_actor_id join actors high on high.id = c.high_actor_id
        where low.entity_id = any($1) and high.entity_id = any($1)`,
      [members.map((member) => ids.members[member]!.profile.id)],
    );
    expect(rows, `conversation ${at} of members ${members.join(' and ')}`).toHaveLength(1);
    ids.conversations[at] = rows[0].id;
    ids.messages[at] = rows[0].messages;
  }
}

/** Runs all moves of a wave concurrently, each with the result of the model. */
async function play(t: TestApp, net: Network, ids: Ids, wave: readonly Move[], seen: Set<string>): Promise<void> {
  const expected = wave.map((move) => move.expect());
  const answers: CallResult[] = await Promise.all(wave.map((move) => move.call()));
  for (const [n, move] of wave.entries()) {
    const answer = answers[n]!;
    const outcome = answer.json.error_code ?? answer.status;
    expect(outcome, `${move.name}: ${answer.text}`).toBe(expected[n]);
    expect(move.learn?.(answer), move.name).toBe(undefined);
    seen.add(`${move.name.replaceAll(/\d+/g, '')} ${outcome}`);
  }
  await learnExchanges(t, net, ids);
  await dispatch(t);
}

/** Time passes: scheduled posts are published. Leaving members come back before, else they would be erased. */
async function pause(t: TestApp, net: Network, ids: Ids): Promise<void> {
  for (const [member, how] of net.hidden) {
    if (how !== 'leaving') continue;
    net.show(member);
    await ids.hidings.leaving.end(ids.members[member]!);
  }
  net.day += PAUSE_DAYS;
  net.publishDue();
  t.clock.advance(PAUSE_DAYS * DAY_MS);
  await runJobs(t, 'posts.publish_scheduled');
  await dispatch(t);
}

/** The members that these moves concern. */
const membersOf = (wave: readonly Move[]): Set<number> =>
  new Set(
    wave.flatMap(({ alone, shared }) =>
      [...alone, ...shared].flatMap((key) => (key.startsWith('member ') ? [Number(key.slice(7))] : [])),
    ),
  );

/** As many of the next moves as can run concurrently without affecting each other's results. */
function nextWave(t: TestApp, net: Network, ids: Ids, chances: Chance[], size: number): Move[] {
  const [alone, shared] = [new Set<string>(), new Set<string>()];
  const wave: Move[] = [];
  while (wave.length < size && chances.length > 0) {
    const move = moveOf(t, net, ids, chances[0]!);
    if (move) {
      const meets =
        move.alone.some((one) => alone.has(one) || shared.has(one)) || move.shared.some((one) => alone.has(one));
      if (meets) break;
      for (const one of move.alone) alone.add(one);
      for (const one of move.shared) shared.add(one);
      wave.push(move);
    }
    chances.shift();
  }
  return wave;
}

it.each([
  [SEQUENTIAL_MOVES, 'sequentially', 1],
  [MOVES, `up to ${AT_ONCE} at once`, AT_ONCE],
])(
  `%i moves of ${MEMBERS} members, %s, end in the state of the model`,
  async (moves, _, atOnce) => {
    const t = await startTestApp();
    const net = new Network();
    const ids: Ids = {
      members: await everybody(t),
      hidings: await makeHidings(t),
      grants: new Map(),
      hands: new Map(),
      requests: [],
      conversations: [],
      messages: [],
      posts: [],
    };
    // More than needed: at first there is no conversation to write in and no post to reply to.
    const left = fc.sample(chance, { seed: SEED, numRuns: 2 * moves });
    const seen = new Set<string>();
    let [waves, played] = [0, 0];
    while (played < moves) {
      const wave = nextWave(t, net, ids, left, Math.min(atOnce, moves - played));
      await play(t, net, ids, wave, seen);
      if (atOnce === 1) await expectAgreement(t, net, ids, membersOf(wave));
      waves += 1;
      played += wave.length;
      if (net.day < PAUSE_DAYS * Math.floor((3 * played) / moves) && played < moves) {
        await pause(t, net, ids);
      }
    }
    // Otherwise it would not be concurrent.
    if (atOnce > 1) expect(played / waves).toBeGreaterThan(atOnce / 4);
    if (moves === MOVES) expect(seen.size).toBeGreaterThanOrEqual(RESULTS);
    await expectAgreement(t, net, ids);
  },
  PATIENCE_MS,
);
