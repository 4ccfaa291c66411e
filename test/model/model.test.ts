import fc from 'fast-check';
import { expect, it } from 'vitest';
import { type CallResult, startTestApp, type TestApp } from '../support/app.ts';
import { type Member, makeKey, makeMember } from '../support/members.ts';
import { expectAgreement } from './agreement.ts';
import { type Chance, chance, type Ids, MEMBERS, type Move, moveOf } from './moves.ts';
import { Network } from './network.ts';

/**
 * Moves by chance against the service and against the model in memory. `MODEL_SEED=7 npx vitest run test/model` takes
 * other chances, `MODEL_MOVES=20000` more of them.
 */
const SEED = Number(process.env['MODEL_SEED'] ?? 20_261_121);
const MOVES = Number(process.env['MODEL_MOVES'] ?? 5_000);
/** How many moves run at once, as far as none of them touches what another does. */
const AT_ONCE = 20;
const PATIENCE_MS = 100 * MOVES;
const DAY_MS = 86_400_000;
/** Longer than a refused request for contact holds the next one back; twice it is less than one waits for an answer. */
const PAUSE_DAYS = 22;

async function everybody(t: TestApp): Promise<Member[]> {
  const members: Member[] = [];
  for (let n = 0; n < MEMBERS; n++) {
    const member = await makeMember(t);
    // Keys outlive the pauses; sessions do not.
    members.push({ ...member, token: (await makeKey(t, member, { profileIds: [member.profile.id] })).token });
  }
  return members;
}

/** Learns the ids of conversations and messages that an acceptance made beside its answer. */
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

/** Answers all moves of a wave at once, each as the model says. */
async function play(t: TestApp, net: Network, ids: Ids, wave: readonly Move[]): Promise<void> {
  const expected = wave.map((move) => move.expect());
  const answers: CallResult[] = await Promise.all(wave.map((move) => move.call()));
  for (const [n, move] of wave.entries()) {
    const answer = answers[n]!;
    const outcome = answer.json.error_code ?? answer.status;
    expect(outcome, `${move.name}: ${answer.text}`).toBe(expected[n]);
    expect(move.learn?.(answer), move.name).toBe(undefined);
  }
  await learnExchanges(t, net, ids);
}

/** As many of the next chances as can run at once without one changing what another finds. */
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
  ['one after the other', 1],
  [`up to ${AT_ONCE} at once`, AT_ONCE],
])(
  `${MOVES} moves of ${MEMBERS} members, %s, end where the model ends`,
  async (_, atOnce) => {
    const t = await startTestApp();
    const net = new Network();
    const ids: Ids = { members: await everybody(t), requests: [], conversations: [], messages: [], posts: [] };
    // More than are needed: at the beginning there is no conversation to speak in, no post to answer.
    const left = fc.sample(chance, { seed: SEED, numRuns: 2 * MOVES });
    let [waves, played] = [0, 0];
    while (played < MOVES) {
      const wave = nextWave(t, net, ids, left, Math.min(atOnce, MOVES - played));
      await play(t, net, ids, wave);
      waves += 1;
      played += wave.length;
      if (net.day < PAUSE_DAYS * Math.floor((3 * played) / MOVES) && played < MOVES) {
        net.day += PAUSE_DAYS;
        t.clock.advance(PAUSE_DAYS * DAY_MS);
      }
    }
    // Else it is not what its name says.
    if (atOnce > 1) expect(played / waves).toBeGreaterThan(atOnce / 4);
    await expectAgreement(t, net, ids);
  },
  PATIENCE_MS,
);
