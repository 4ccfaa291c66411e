import { messagesOf } from '../../clients/typescript/src/sse.ts';
import type { Running } from '../harness/processes.ts';
import { callAs, type Member } from '../scenarios/scenario.ts';

export type Streams = {
  /** When each event arrived at the streams of its reader, by `keyOf`. */
  arrivals: ReadonlyMap<string, readonly number[]>;
  /** The number of streams of a member. */
  countOf(member: Member): number;
  close(): void;
};

/** An event in the log of a profile, as the response of a write also identifies it. */
export const keyOf = (profileId: string, type: string, objectId: string) => `${profileId} ${type} ${objectId}`;

/** Opens streams of the members in turn, and records when each event arrives. */
export async function openStreams({ url }: Running, members: readonly Member[], count: number): Promise<Streams> {
  const arrivals = new Map<string, number[]>();
  const counts = new Map<Member, number>();
  const end = new AbortController();

  async function read(body: ReadableStream<Uint8Array>, { profileId }: Member): Promise<void> {
    for await (const { data } of messagesOf(body)) {
      const arrivedAt = performance.now();
      if (data === undefined) continue;
      const { type, object } = JSON.parse(data);
      const key = keyOf(profileId, type, object.id);
      arrivals.set(key, [...(arrivals.get(key) ?? []), arrivedAt]);
    }
  }

  for (let number = 0; number < count; number++) {
    const member = members[number % members.length]!;
    const response = await fetch(`${url}/v1/events/stream`, { headers: callAs(member), signal: end.signal });
    if (response.status !== 200) throw new Error(`a stream was refused: ${await response.text()}`);
    // A stream that ends early shows as missing events.
    read(response.body!, member).catch(() => undefined);
    counts.set(member, (counts.get(member) ?? 0) + 1);
  }
  return { arrivals, countOf: (member) => counts.get(member) ?? 0, close: () => end.abort() };
}
