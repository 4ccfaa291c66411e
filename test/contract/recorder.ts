import type { Example } from '../../src/http/examples.ts';
import type { TestApp } from '../support/app.ts';

const BASE_URL = 'https://api.example.com';
const NOW = Date.parse('2026-03-02T12:00:00.000Z');
/** An example shows the shape: of longer lists and texts it has the beginning. */
const ITEMS_MAX = 2;
const TEXT_MAX = 300;
const PICTURE_MAX = 40;

const WORDS: readonly (readonly [RegExp, string])[] = [
  [/\bMatrix Stranger\b/g, 'Emmy Noether'],
  [/\bMatrix Suspended\b/g, 'Lise Meitner'],
  [/\b(pn[snort]?_)[0-9A-Za-z]{8,38}\b/g, '$1...'],
  [/\b[A-Z2-7]{32}\b/g, 'JBSWY3DPEHPK3PXP...'],
  [/\b(?:[a-z2-9]{4}-){3}[a-z2-9]{4}\b/g, 'kmnp-7qrs-tuvw-xyz2'],
  [/\bwhsec_[\w+/=]+/g, 'whsec_...'],
  [/\bexpires=\d+/g, 'expires=1772539200'],
  [/\bsignature=[\w-]+/g, 'signature=Zr0dGJx3bqk1uJrQn7nM0h5m8QyW4c2tVw9aXl6sE0A'],
  [/\blightMyRequest\b/g, 'curl/8.14.1'],
];

/** Replaces what differs between two runs: ids and names are numbered, times are relative to one moment. */
export function recorder({ deps, clock }: TestApp): (example: Example) => Example {
  const known = new Map<string, string>();
  const numbered = (kind: string, found: string, make: (number: number) => string): string => {
    const key = `${kind} ${found}`;
    const name = known.get(key) ?? make([...known.keys()].filter((other) => other.startsWith(kind)).length + 1);
    known.set(key, name);
    return name;
  };
  const now = clock.now().getTime();

  const inText = (text: string): string =>
    WORDS.reduce((all, [pattern, word]) => all.replace(pattern, word), text.replaceAll(deps.config.baseUrl, BASE_URL))
      .replace(/\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g, (id) =>
        numbered('id', id, (number) => `0198c1a2-7b3c-7d4e-8f50-${String(number).padStart(12, '0')}`),
      )
      .replace(/\b[0-9a-f]{2}\/[0-9a-f]{32}\b/g, (key) =>
        numbered('file', key, (number) => `00/${String(number).padStart(32, '0')}`),
      )
      .replace(/^[\w-]{43}$/g, (id) => numbered('client', id, (number) => `client-${number}`))
      .replace(/\b[a-z][0-9a-f]{12}\b/g, (name) => numbered('name', name, (number) => `robin-example-${number}`))
      .replace(/\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/g, momentOf);

  /** As many hours before or after `NOW`. */
  function momentOf(text: string): string {
    const hours = Math.round((Date.parse(text) - now) / 3_600_000);
    return new Date(NOW + hours * 3_600_000).toISOString();
  }

  function walk(value: unknown, name = ''): unknown {
    // Written some time after the use.
    if (name === 'last_used_at') return null;
    if (typeof value === 'string') {
      if (name.endsWith('cursor')) return 'AZqf1y4u…';
      if (name === 'code' && /^\d{6}$/.test(value)) return '123456';
      if (name === 'content_base64') return `${value.slice(0, PICTURE_MAX)}…`;
      const text = inText(value);
      return text.length > TEXT_MAX ? `${text.slice(0, TEXT_MAX - 1)}…` : text;
    }
    if (Array.isArray(value)) return value.slice(0, ITEMS_MAX).map((item) => walk(item));
    if (value === null || typeof value !== 'object') return value;
    // As data, a reference would be followed by the pages that show the reference.
    if ('$ref' in value) return { title: String(value.$ref).split('/').at(-1) };
    return Object.fromEntries(Object.entries(value).map(([key, field]) => [inText(key), walk(field, key)]));
  }

  return (example) => walk(JSON.parse(JSON.stringify(example))) as Example;
}
