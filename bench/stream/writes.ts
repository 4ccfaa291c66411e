import { setTimeout as sleep } from 'node:timers/promises';
import type { Running } from '../harness/processes.ts';
import { callAs, type Member } from '../scenarios/scenario.ts';
import { POST_TEXT } from '../scenarios/texts.ts';

/** A request and the event that it sends to the streams of `reader`. */
export type Write = {
  method: 'POST' | 'PUT';
  path: string;
  body: object;
  by: Member;
  reader: Member;
  type: string;
  objectIdOf(data: Answer): string;
};

// The response of a post, a reaction or a message.
type Answer = { id: string; message: { id: string } };

const TEXT = 'Thursday at ten suits me well.';

/** A post, which its author's streams report. */
export function postBy(author: Member, onId: (id: string) => void = () => undefined): Write {
  return {
    method: 'POST',
    path: '/v1/posts',
    body: { body: POST_TEXT },
    by: author,
    reader: author,
    type: 'post.published',
    objectIdOf({ id }) {
      onId(id);
      return id;
    },
  };
}

/**
 * Posts, first reactions to them and messages in turn. Two members that follow each other in the list have a conversation.
 * Each post gets one reaction, so that no two events are alike.
 */
export function mixedWrites(members: readonly Member[], conversationIds: readonly string[]): () => Write {
  const withoutReaction: { id: string; author: Member }[] = [];
  let number = 0;
  return () => {
    const place = Math.floor(number / 3) % members.length;
    const member = members[place]!;
    // The other one of its pair.
    const other = members[place ^ 1]!;
    const kind = number++ % 3;
    if (kind === 2) {
      return {
        method: 'POST',
        path: `/v1/conversations/${conversationIds[place >> 1]}/messages`,
        body: { body: TEXT },
        by: member,
        reader: other,
        type: 'message.created',
        objectIdOf: ({ message }) => message.id,
      };
    }
    const post = kind === 1 ? withoutReaction.shift() : undefined;
    if (post === undefined) return postBy(member, (id) => withoutReaction.push({ id, author: member }));
    return {
      method: 'PUT',
      path: `/v1/posts/${post.id}/reaction`,
      body: { reaction_type: 'celebrate', active: true },
      by: members[members.indexOf(post.author) ^ 1]!,
      reader: post.author,
      type: 'reaction.changed',
      objectIdOf: () => post.id,
    };
  };
}

/** A write, when it was sent and answered, and the id of the object in its event. */
export type Written = { write: Write; beganAt: number; answeredAt: number; objectId: string };

/** Sends writes at a constant rate, without waiting for earlier responses. */
export function writeAtRate(
  server: Running,
  { rate, seconds }: { rate: number; seconds: number },
  next: () => Write,
): Promise<Written[]> {
  const writes = Array.from({ length: Math.round(rate * seconds) }, async (_, number) => {
    await sleep((number * 1000) / rate);
    return send(server, next());
  });
  return Promise.all(writes);
}

async function send({ url }: Running, write: Write): Promise<Written> {
  const beganAt = performance.now();
  const response = await fetch(`${url}${write.path}`, {
    method: write.method,
    headers: callAs(write.by, 'application/json'),
    body: JSON.stringify(write.body),
  });
  const answeredAt = performance.now();
  const text = await response.text();
  if (!response.ok) throw new Error(`${write.method} ${write.path}: ${response.status} ${text}`);
  return { write, beganAt, answeredAt, objectId: write.objectIdOf(JSON.parse(text).data) };
}
