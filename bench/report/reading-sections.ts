import { fine, markdown } from '../harness/report.ts';
import type { SearchLoad, StreamLoad, WebhookLoad } from './results.ts';
import { machineText } from './sections.ts';

const count = (number: number) => number.toLocaleString('en-US');

export function searching({ machine, profiles, posts, clients, searches }: SearchLoad): string {
  return `## Searches in a large network

${machineText(machine)}

Searches by ${clients} clients at once among ${count(profiles)} profiles and ${count(posts)} posts. The floor is the statement that reads the
profiles or posts of a page, without a search, on as many connections.

${markdown(
  ['Search', 'Requests/s', 'p50 / p99 ms'],
  searches.map(({ what, requestsPerSecond, p50Ms, p99Ms }) => [
    what,
    fine(requestsPerSecond),
    `${fine(p50Ms)} / ${fine(p99Ms)}`,
  ]),
)}`;
}

export function streaming({ machine, streams, rate, sides }: StreamLoad): string {
  return `## Event streams

${machineText(machine)}

${streams} open streams, and ${rate} writes per second: posts, reactions and messages. Each event is expected at every stream of its reader. The
floor inserts a row and notifies.

${markdown(
  ['Server', 'Writes', 'Arrivals', 'Missing', 'Response, p50 / p99 ms', 'From the start of the write to the stream'],
  sides.map((one) => [
    one.side,
    count(one.writes),
    count(one.arrivals),
    count(one.missing),
    `${fine(one.responseP50Ms)} / ${fine(one.responseP99Ms)}`,
    `${fine(one.afterStartP50Ms)} / ${fine(one.afterStartP99Ms)}`,
  ]),
)}`;
}

export function delivering(load: WebhookLoad): string {
  return `## Deliveries of webhooks

${machineText(load.machine)}

${count(load.received)} of ${count(load.expected)} deliveries to ${load.webhooks} webhooks with local receivers, ${count(load.deliveriesPerSecond)} per second, ${load.repeats} of them twice. From the
commit of the event to its arrival: p50 ${fine(load.p50Ms)} ms, p99 ${fine(load.p99Ms)} ms. The server used ${load.nodeCores} cores and ${load.rssMiB} MiB, PostgreSQL
${load.postgresCores} cores.`;
}
