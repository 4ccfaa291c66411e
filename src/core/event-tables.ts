import { z } from 'zod';
import { EVENT_TYPES, type EventType } from './enums.ts';
import { EVENT_KINDS, EVENTS, type EventKind, exampleOfEvent } from './event-catalogue.ts';

/** The catalogue of events in Markdown: a section for each kind, and in it each of its types. */
export function eventCatalogue(): string {
  return (Object.keys(EVENT_KINDS) as EventKind[]).map(sectionOf).join('\n\n');
}

/** A whole event, for the page that shows the others in part. */
export const eventExample = (): string => JSON.stringify(exampleOfEvent('message.created'), null, 2);

const code = (word: string) => `\`${word}\``;
const listed = (words: readonly string[]) =>
  words
    .map(code)
    .join(', ')
    .replace(/, ([^,]*)$/, ' or $1');

function sectionOf(name: EventKind): string {
  const { title, object, data, permissions, ...kind } = EVENT_KINDS[name];
  const readers =
    'ofAccount' in kind
      ? 'the account, with `notifications:read` and `keys:read`'
      : `\`notifications:read\`; ${permissions.length === 0 ? 'only for the owner' : `a manager needs ${listed(permissions)}`}`;
  const fields = Object.entries(data.shape).map(([field, schema]) => `| ${code(field)} | ${wordsOf(schema)} |`);
  return [
    `## ${title}`,
    `Object: ${code(object)}. Scope: ${readers}. Schema: ${code(name)}.`,
    fields.length === 0 ? '`data` is empty.' : ['| In `data` | |', '|---|---|', ...fields].join('\n'),
    ...EVENT_TYPES.filter((type) => EVENTS[type].kind === name).map(entryOf),
  ].join('\n\n');
}

function entryOf(type: EventType): string {
  const { when, logs } = EVENTS[type];
  const { object, data } = exampleOfEvent(type);
  return [
    `### ${type}`,
    `${when} **In the log of:** ${logs}`,
    ['```json', JSON.stringify({ type, object, data }, null, 2), '```'].join('\n'),
  ].join('\n\n');
}

type Json = { type?: string; enum?: string[]; format?: string; anyOf?: Json[]; description?: string };
const MOST_NAMES = 12;

/** The type of a field, and what its description adds. */
function wordsOf(schema: z.ZodType): string {
  const { description, ...json } = z.toJSONSchema(schema) as Json;
  return [`${typeWords(json)}.`, ...(description ? [description] : [])].join(' ');
}

function typeWords({ type, enum: names, format, anyOf }: Json): string {
  if (anyOf) return anyOf.map(typeWords).join(' or ');
  if (names) return names.length > MOST_NAMES ? 'An error code' : listed(names);
  if (type === 'array') return 'A list of names';
  if (format === 'uuid') return 'An id';
  return { boolean: 'true or false', integer: 'A number', null: 'null' }[type!] ?? type!;
}
