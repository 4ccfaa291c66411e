import type { CallResult, TestApp } from '../support/app.ts';
import type { Member } from '../support/members.ts';
import { type Chance, MEMBERS } from './chance.ts';
import { grantMove, Hand, removalOfContact } from './hands.ts';
import type { Hidings } from './hiding.ts';
import type { Network } from './network.ts';
import type { Outcome, Visibility } from './objects.ts';

const DAY_MS = 86_400_000;

/** The service's ids of what the model knows by numbers. */
export type Ids = {
  members: Member[];
  hidings: Hidings;
  /** By company: the grant of its manager, and the key of the manager for it. */
  grants: Map<number, string>;
  hands: Map<number, string>;
  requests: string[];
  conversations: string[];
  messages: string[][];
  posts: string[];
};

export type Move = {
  name: string;
  /** What the move changes, and what must not change meanwhile. Moves without such overlaps may run concurrently. */
  alone: string[];
  shared: string[];
  /** Changes the model and returns the expected result. */
  expect(): Outcome;
  call(): Promise<CallResult>;
  /** Stores ids from the response, and returns what else is wrong with it. */
  learn?(answer: CallResult): string | undefined;
};

export const pair = (a: number, b: number) => `pair ${Math.min(a, b)} ${Math.max(a, b)}`;
const REACTIONS = ['like', 'celebrate', 'support', 'love', 'insightful', 'funny'];
const VISIBILITIES: Visibility[] = ['public', 'members', 'contacts'];

/** The move that a random choice means now, or undefined if there is nothing to act on yet. */
export function moveOf(t: TestApp, net: Network, ids: Ids, choice: Chance): Move | undefined {
  const hand = new Hand(t, net, ids, choice.twist);
  return hand.applied(chosenMove(t, net, ids, choice, hand));
}

function chosenMove(
  t: TestApp,
  net: Network,
  ids: Ids,
  { kind, by, offset, pick, twist }: Chance,
  hand: Hand,
): Move | undefined {
  const other = (by + offset) % MEMBERS;
  const pickOf = <Item>(items: readonly Item[]) => (items.length === 0 ? -1 : pick % items.length);
  /** Usually a party to it; sometimes an outsider. */
  const oneOf = (sides: readonly number[]) => (twist % 12 === 0 ? by : sides[twist % sides.length]!);
  const call = (actor: number, method: string, path: string, body?: object) => {
    const send = hand.of(actor);
    return () => send(method, path, body);
  };
  const idOf = (member: number) => ids.members[member]!.profile.id;
  const textFor = (mentioned: number | null) =>
    mentioned === null ? 'Something to read' : `Something for @${ids.members[mentioned]!.profile.username}`;
  const between = (actor: number) => ({
    name: `${kind} ${actor} ${other}`,
    alone: [pair(actor, other)],
    shared: [`member ${actor}`, `member ${other}`],
  });
  const inWholeLife = (member: number) => ({
    name: `${kind} ${member}`,
    alone: [`member ${member}`],
    shared: [],
  });

  /** A move in one side's conversation, which also receives messages of acceptances. */
  const inConversation = (index: number, actor: number) => ({
    name: `${kind} ${actor} in conversation ${index}`,
    alone: [pair(...net.conversations[index]!.members)],
    shared: net.conversations[index]!.members.map((member) => `member ${member}`),
  });
  /** A move on a post, which must not change meanwhile, by a member whose access must not change either. */
  const onPost = (index: number) => {
    const { author, root } = net.posts[index]!;
    const owner = net.posts[root ?? index]!.author;
    return {
      name: `${kind} ${by} on post ${index}`,
      alone: [`reaction of ${by} to ${index}`],
      shared: [
        `post ${index}`,
        pair(by, author),
        pair(by, owner),
        pair(author, owner),
        ...[by, author, owner].map((member) => `member ${member}`),
      ],
    };
  };
  /** A move that creates something: its id is stored at its index in the model, in whatever order responses arrive. */
  const making = (made: readonly unknown[], known: string[], expect: () => Outcome, idIn: (data: never) => string) => {
    let place = -1;
    return {
      expect: () => {
        const outcome = expect();
        place = made.length - 1;
        return outcome;
      },
      learn: (answer: CallResult) => {
        if (answer.status === 201) known[place] = idIn(answer.json.data as never);
        return undefined;
      },
    };
  };
  const makingPost = (expect: () => Outcome) => making(net.posts, ids.posts, expect, ({ id }: { id: string }) => id);

  // A hidden member can only come back.
  if (!net.isShown(by) && kind !== 'show') return undefined;
  switch (kind) {
    case 'follow':
      return {
        ...between(by),
        expect: () => net.follow(by, other),
        call: call(by, 'POST', '/v1/profile-follows', { followed_profile_id: idOf(other) }),
      };
    case 'unfollow': {
      const followed = net.following(by, other);
      return {
        ...between(by),
        expect: () => net.unfollow(by, other),
        call: call(by, 'DELETE', `/v1/profile-follows/${idOf(other)}`),
        learn: ({ status, json }) =>
          status !== 200 || json.data.removed === followed ? undefined : `removed is ${json.data.removed}`,
      };
    }
    case 'ask': {
      const note = twist % 2 ? 'Would you like to connect?' : '';
      return {
        ...between(by),
        ...making(
          net.requests,
          ids.requests,
          () => net.ask(by, other, note),
          ({ contact_request }: { contact_request: { id: string } }) => contact_request.id,
        ),
        call: call(by, 'POST', '/v1/contact-requests', { profile_id: idOf(other), message: note }),
      };
    }
    case 'respond':
    case 'withdraw': {
      const waiting = ids.requests.map((_, at) => at).filter((at) => net.requests[at]!.status === 'pending');
      // Usually a pending one, so that some are accepted.
      const among = twist % 8 === 0 || waiting.length === 0 ? ids.requests.map((_, at) => at) : waiting;
      const index = among[pickOf(among)];
      if (index === undefined) return undefined;
      const { from, to } = net.requests[index]!;
      const actor = oneOf([kind === 'respond' ? to : from]);
      if (!net.isShown(actor)) return undefined;
      const decision = twist % 5 === 0 ? 'reject' : 'accept';
      const path = `/v1/contact-requests/${ids.requests[index]}/${kind}`;
      return {
        name: `${kind} ${actor} to request ${index}`,
        alone: [pair(from, to)],
        shared: [`member ${from}`, `member ${to}`],
        expect: () => (kind === 'respond' ? net.respond(actor, index, decision) : net.withdraw(actor, index)),
        call: call(actor, 'POST', path, kind === 'respond' ? { decision } : undefined),
      };
    }
    case 'removeContact':
      return {
        ...between(by),
        expect: () => net.removeContact(by, other),
        call: removalOfContact(t, hand.of(by), idOf(by), idOf(other)),
      };
    case 'block':
      return {
        ...between(by),
        expect: () => net.block(by, other),
        call: call(by, 'POST', '/v1/blocks', { profile_id: idOf(other) }),
      };
    case 'unblock':
      return {
        ...between(by),
        expect: () => net.unblock(by, other),
        call: call(by, 'DELETE', `/v1/blocks/${idOf(other)}`),
      };
    case 'mute':
    case 'unmute':
      return {
        ...between(by),
        expect: () => net[kind](by, other),
        call: call(by, kind === 'mute' ? 'PUT' : 'DELETE', `/v1/profiles/${idOf(other)}/mute`),
      };
    case 'grant':
      return grantMove(t, net, ids, { by, twist });
    case 'open':
      return {
        ...between(by),
        expect: () => net.open(by, other),
        call: call(by, 'POST', '/v1/conversations/direct', { profile_id: idOf(other) }),
      };
    case 'send': {
      const index = pickOf(ids.conversations);
      if (index < 0) return undefined;
      const actor = oneOf(net.conversations[index]!.members);
      if (!net.isShown(actor)) return undefined;
      return {
        ...inConversation(index, actor),
        expect: () => net.send(actor, index),
        call: call(actor, 'POST', `/v1/conversations/${ids.conversations[index]}/messages`, {
          body: 'Something to say',
        }),
      };
    }
    case 'read': {
      const index = pickOf(ids.conversations);
      if (index < 0) return undefined;
      const { members } = net.conversations[index]!;
      const messages = ids.messages[index]!;
      const actor = oneOf(members);
      if (!net.isShown(actor)) return undefined;
      const upTo = twist % 3 === 0 && messages.length > 0 ? (twist % messages.length) + 1 : messages.length;
      const body = upTo === messages.length ? {} : { message_id: messages[upTo - 1] };
      return {
        ...inConversation(index, actor),
        expect: () => net.read(actor, index, upTo),
        call: call(actor, 'PUT', `/v1/conversations/${ids.conversations[index]}/read`, body),
        learn: (answer) => {
          if (answer.status !== 200) return undefined;
          const left = net.unread(actor, index);
          return answer.json.data.unread_count === left ? undefined : `unread_count is not ${left}: ${answer.text}`;
        },
      };
    }
    case 'deleteMessage': {
      const spoken = ids.conversations.map((_, at) => at).filter((at) => ids.messages[at]!.length > 0);
      const index = spoken[pickOf(spoken)];
      if (index === undefined) return undefined;
      const at = twist % ids.messages[index]!.length;
      const actor = oneOf([net.conversations[index]!.messages[at]!.from]);
      if (!net.isShown(actor)) return undefined;
      const path = `/v1/conversations/${ids.conversations[index]}/messages/${ids.messages[index]![at]}`;
      return {
        ...inConversation(index, actor),
        expect: () => net.deleteMessage(actor, index, at),
        call: call(actor, 'DELETE', path),
      };
    }
    case 'post': {
      const visibility = VISIBILITIES[twist % 3]!;
      const mentioned = twist % 2 ? other : null;
      const isScheduled = twist % 5 === 0;
      const at = new Date(t.clock.now().getTime() + DAY_MS);
      return {
        name: `post ${by} for ${visibility}`,
        alone: [],
        shared: [pair(by, other), `member ${by}`, `member ${other}`],
        ...makingPost(() => net.post(by, visibility, mentioned, isScheduled)),
        call: call(by, 'POST', '/v1/posts', {
          body: textFor(mentioned),
          visibility,
          ...(isScheduled ? { scheduled_at: at.toISOString() } : {}),
        }),
      };
    }
    case 'edit': {
      const index = pickOf(ids.posts);
      if (index < 0) return undefined;
      const { author, removed, mentions } = net.posts[index]!;
      const actor = oneOf([author]);
      // Its author reads a removed post, too.
      if (!net.isShown(actor) || removed) return undefined;
      const mentioned = twist % 2 ? (author + offset) % MEMBERS : null;
      return {
        name: `edit ${actor} post ${index}`,
        alone: [`post ${index}`],
        shared: [author, mentioned ?? author, ...mentions].flatMap((member) => [
          pair(author, member),
          `member ${member}`,
        ]),
        expect: () => net.edit(actor, index, mentioned),
        call: call(actor, 'PATCH', `/v1/posts/${ids.posts[index]}`, { body: textFor(mentioned) }),
      };
    }
    case 'hide': {
      const how = twist % 2 ? 'suspended' : 'leaving';
      return {
        ...inWholeLife(by),
        expect: () => net.hide(by, how),
        call: () => ids.hidings[how].begin(ids.members[by]!),
      };
    }
    case 'show': {
      const among = [...net.hidden.keys()];
      const member = among[pickOf(among)];
      if (member === undefined) return undefined;
      const how = net.hidden.get(member)!;
      return {
        ...inWholeLife(member),
        expect: () => net.show(member),
        call: () => ids.hidings[how].end(ids.members[member]!),
      };
    }
    case 'comment':
    case 'quote': {
      const index = pickOf(ids.posts);
      if (index < 0) return undefined;
      const visibility = VISIBILITIES[twist % 3]!;
      const to =
        kind === 'comment' ? { reply_to_post_id: ids.posts[index] } : { quoted_post_id: ids.posts[index], visibility };
      return {
        ...onPost(index),
        ...makingPost(() => (kind === 'comment' ? net.comment(by, index) : net.quote(by, index, visibility))),
        call: call(by, 'POST', '/v1/posts', { body: 'Something to add', ...to }),
      };
    }
    case 'react': {
      const index = pickOf(ids.posts);
      if (index < 0) return undefined;
      const [reaction_type, active] = [REACTIONS[twist % REACTIONS.length]!, twist % 4 !== 0];
      return {
        ...onPost(index),
        expect: () => net.react(by, index, reaction_type, active),
        call: call(by, 'PUT', `/v1/posts/${ids.posts[index]}/reaction`, { reaction_type, active }),
      };
    }
    case 'removePost': {
      const index = pickOf(ids.posts);
      if (index < 0) return undefined;
      const { author, removed, root } = net.posts[index]!;
      const actor = oneOf([author]);
      if (!net.isShown(actor)) return undefined;
      const owner = net.posts[root ?? index]!.author;
      return {
        name: `removePost ${actor} ${index}`,
        alone: [`post ${index}`],
        shared: [
          pair(actor, author),
          pair(actor, owner),
          ...[actor, author, owner].map((member) => `member ${member}`),
        ],
        expect: () => net.removePost(actor, index),
        call: call(actor, 'DELETE', `/v1/posts/${ids.posts[index]}`),
        learn: ({ status, json }) =>
          status !== 200 || json.data.removed === !removed ? undefined : `removed is ${json.data.removed}`,
      };
    }
  }
}
