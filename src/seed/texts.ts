import type { ProfileType } from '../core/enums.ts';
import { LIMITS } from '../core/limits.ts';
import { codePointLength } from '../core/text.ts';
import type { Random } from './random.ts';
import { arabic } from './vocabulary/arabic.ts';
import { english } from './vocabulary/english.ts';
import { french } from './vocabulary/french.ts';
import { german } from './vocabulary/german.ts';
import { japanese } from './vocabulary/japanese.ts';
import { portuguese } from './vocabulary/portuguese.ts';
import { spanish } from './vocabulary/spanish.ts';
import type { Field, Vocabulary } from './vocabulary/vocabulary.ts';

/** By number: what a member's `language` counts. */
export const VOCABULARIES: readonly Vocabulary[] = [english, german, french, spanish, portuguese, japanese, arabic];

/** Who speaks: what fills the gaps of their sentences. */
export type Voice = { vocabulary: Vocabulary; field: Field; place: string };

type Part = { text: string; gap: string };
const parsed = new Map<string, Part[]>();

/** A sentence as texts, each with the gap behind it. Sentences are few and are said a million times. */
function partsOf(template: string): Part[] {
  let parts = parsed.get(template);
  if (!parts) {
    const pieces = template.split(/\{(\w+)\}/);
    parts = [];
    for (let i = 0; i < pieces.length; i += 2) parts.push({ text: pieces[i]!, gap: pieces[i + 1] ?? '' });
    parsed.set(template, parts);
  }
  return parts;
}

export function say(
  template: string,
  voice: Voice,
  random: Random,
  words: Readonly<Record<string, string>> = {},
): string {
  let said = '';
  for (const { text, gap } of partsOf(template)) said += text + (gap === '' ? '' : fill(gap, voice, random, words));
  return said.charAt(0).toUpperCase() + said.slice(1);
}

function fill(
  gap: string,
  { vocabulary, field, place }: Voice,
  random: Random,
  words: Readonly<Record<string, string>>,
) {
  if (gap === 'thing') return random.pick(vocabulary.work[field].things);
  if (gap === 'place') return place;
  if (gap === 'weekday') return random.pick(vocabulary.weekdays);
  if (gap === 'n') return String(random.whole(3, 28));
  if (gap === 'percent') return String(random.whole(3, 62));
  const word = words[gap];
  if (word === undefined) throw new Error(`nothing fills {${gap}}`);
  return word;
}

/** How long posts are: mostly some sentences, now and then an essay. */
function sentenceCount(random: Random): number {
  const share = random.share();
  if (share < 0.18) return 1;
  if (share < 0.72) return random.whole(2, 4);
  if (share < 0.94) return random.whole(5, 9);
  return random.whole(10, 44);
}

/** A post's text: 1 to 3,000 code points, with paragraphs and now and then a list. */
export function postBody(voice: Voice, random: Random): string {
  const { vocabulary } = voice;
  const count = sentenceCount(random);
  const paragraphs: string[] = [];
  let paragraph: string[] = random.chance(0.8) ? [random.pick(vocabulary.openings)] : [];
  const deck = shuffled(vocabulary.sentences, random);
  for (let i = paragraph.length; i < count; i++) {
    paragraph.push(deck[i % deck.length]!);
    if (paragraph.length >= 3 && random.chance(0.45)) {
      paragraphs.push(sentences(paragraph, voice, random));
      paragraph = [];
    }
  }
  if (count > 1 && random.chance(0.4)) paragraph.push(random.pick(vocabulary.closings));
  if (paragraph.length > 0) paragraphs.push(sentences(paragraph, voice, random));
  if (count > 3 && random.chance(0.25)) {
    paragraphs.splice(random.whole(1, paragraphs.length), 0, list(voice, random));
  }
  return fitting(paragraphs);
}

function sentences(templates: readonly string[], voice: Voice, random: Random): string {
  return templates.map((template) => say(template, voice, random)).join(voice.vocabulary.space);
}

function list(voice: Voice, random: Random): string {
  const { head, items } = random.pick(voice.vocabulary.lists);
  const chosen = shuffled(items, random).slice(0, random.whole(3, items.length));
  return [head, ...chosen.map((item) => `– ${item}`)].map((line) => say(line, voice, random)).join('\n');
}

/** As many paragraphs as a post may have code points for; the first always fits. */
function fitting(paragraphs: readonly string[]): string {
  let body = '';
  for (const paragraph of paragraphs) {
    const longer = body === '' ? paragraph : `${body}\n\n${paragraph}`;
    if (codePointLength(longer) > LIMITS.post_body.max_length) break;
    body = longer;
  }
  return body;
}

export function commentBody(voice: Voice, random: Random, to: string, isAnswer: boolean): string {
  const { vocabulary } = voice;
  const first = say(random.pick(isAnswer ? vocabulary.answers : vocabulary.comments), voice, random, { to });
  if (random.chance(0.7)) return first;
  return first + vocabulary.space + say(random.pick(vocabulary.sentences), voice, random);
}

export function quoteBody(voice: Voice, random: Random): string {
  const { vocabulary } = voice;
  const first = say(random.pick(vocabulary.quotes), voice, random);
  return random.chance(0.5) ? first : first + vocabulary.space + say(random.pick(vocabulary.sentences), voice, random);
}

export function bioOf(type: ProfileType, voice: Voice, random: Random): string {
  const bios = shuffled(voice.vocabulary.bios[type], random).slice(0, random.chance(0.3) ? 2 : 1);
  return sentences(bios, voice, random);
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const deck = [...list];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = random.whole(0, i);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return deck;
}
