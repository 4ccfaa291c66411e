import { LIMITS } from '../../src/core/limits.ts';
import { codePointLength } from '../../src/core/text.ts';
import type { Random } from './random.ts';
import type { Vocabulary } from './vocabulary.ts';

/** The author, whose data fills the gaps of a sentence. */
export type Voice = { vocabulary: Vocabulary; place: string; job: string };

function opening({ vocabulary, place, job }: Voice, random: Random): string {
  return random
    .pick(vocabulary.openings)
    .replace('{place}', place)
    .replace('{job}', job)
    .replace('{n}', String(random.whole(3, 98)));
}

/** Most posts have a few sentences, some have many. */
function sentenceCount(random: Random): number {
  const share = random.share();
  if (share < 0.18) return 1;
  if (share < 0.72) return random.whole(2, 4);
  if (share < 0.94) return random.whole(5, 9);
  return random.whole(10, 60);
}

/** The text of a post: 1 to 3,000 code points, with paragraphs and sometimes a list. */
export function postBody(voice: Voice, random: Random): string {
  const { sentences } = voice.vocabulary;
  const count = sentenceCount(random);
  const paragraphs: string[] = [];
  const paragraph: string[] = random.chance(0.5) ? [opening(voice, random)] : [];
  for (let i = paragraph.length; i < count; i++) {
    paragraph.push(random.pick(sentences));
    if (paragraph.length >= 3 && random.chance(0.45)) paragraphs.push(paragraph.splice(0).join(' '));
  }
  if (paragraph.length > 0) paragraphs.push(paragraph.join(' '));
  if (count > 3 && random.chance(0.25)) {
    const items = Array.from({ length: random.whole(3, 6) }, () => `– ${random.pick(sentences)}`);
    paragraphs.splice(random.whole(1, paragraphs.length), 0, items.join('\n'));
  }
  return fitting(paragraphs);
}

/** As many paragraphs as fit in a post; the first always fits. */
function fitting(paragraphs: readonly string[]): string {
  let body = '';
  for (const paragraph of paragraphs) {
    const longer = body === '' ? paragraph : `${body}\n\n${paragraph}`;
    if (codePointLength(longer) > LIMITS.post_body.max_length) break;
    body = longer;
  }
  return body;
}

export function commentBody({ vocabulary }: Voice, random: Random, to: string): string {
  const sentence = random.pick(vocabulary.sentences);
  return random.chance(0.3) ? `${to}: ${sentence}` : sentence;
}

export function quoteBody(voice: Voice, random: Random): string {
  const first = opening(voice, random);
  return random.chance(0.5) ? first : `${first} ${random.pick(voice.vocabulary.sentences)}`;
}

export function bioOf(voice: Voice, random: Random): string {
  return `${opening(voice, random)} ${random.pick(voice.vocabulary.sentences)}`;
}

export function shuffled<T>(list: readonly T[], random: Random): T[] {
  const deck = [...list];
  for (let i = deck.length - 1; i > 0; i--) {
    const j = random.whole(0, i);
    [deck[i], deck[j]] = [deck[j]!, deck[i]!];
  }
  return deck;
}
