export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What members work in. Every vocabulary has its lines in this order. */
export const FIELDS = [
  'building',
  'design',
  'logistics',
  'health',
  'teaching',
  'energy',
  'software',
  'finance',
] as const;
export type Field = (typeof FIELDS)[number];

/** What a woman and what a man is called who does it. */
export type Occupation = readonly [hers: string, his: string];

/** A name as it is written, and in the letters of usernames. */
export type Name = { written: string; latin: string };

/**
 * What members of one language say. Sentences have gaps: `{thing}` (a matter of the author's work, with its article;
 * every language has only such nouns here as change neither with their case nor with what stands before them),
 * `{place}`, `{n}`, `{percent}`, `{weekday}`, and `{to}` (whom a comment answers).
 */
export type Vocabulary = {
  language: Language;
  /** Its share of the members. */
  share: number;
  /** Where its members live, in hours from UTC. */
  utcOffsets: readonly number[];
  /** What stands between two sentences. */
  space: string;
  /** Women's and men's take turns. */
  given: readonly Name[];
  family: readonly Name[];
  familyFirst: boolean;
  work: Readonly<Record<Field, { occupations: readonly Occupation[]; things: readonly string[] }>>;
  /** What companies do: one line for each of `FIELDS`. */
  trades: readonly string[];
  weekdays: readonly string[];
  /** `{family}` and `{place}` make a name of these. */
  companies: readonly string[];
  bios: { human: readonly string[]; company: readonly string[]; ai_agent: readonly string[] };
  agentOccupations: readonly string[];
  openings: readonly string[];
  sentences: readonly string[];
  closings: readonly string[];
  lists: readonly { head: string; items: readonly string[] }[];
  comments: readonly string[];
  answers: readonly string[];
  quotes: readonly string[];
};

/** The lines of a block of text. */
export function lines(block: TemplateStringsArray): string[] {
  return block[0]!
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

/** Letters that NFD does not take apart. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i' };

export function toLatin(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßøłæœı]/g, (letter) => LETTERS[letter]!)
    .replace(/[^a-z0-9]+/g, '');
}

/** Names between spaces; those in other letters are given as `written|latin`. */
export function names(block: TemplateStringsArray): Name[] {
  return block[0]!
    .trim()
    .split(/\s+/)
    .map((word) => {
      const [written = '', latin = toLatin(written)] = word.split('|');
      return { written, latin };
    });
}

/** One line for each of `FIELDS`: `hers/his; for both | thing; thing; thing`. */
export function work(block: TemplateStringsArray): Vocabulary['work'] {
  const parts = (text = '') => text.split(';').map((part) => part.trim());
  const entries = lines(block).map((line, index) => {
    const [occupations, things] = line.split('|');
    const pairs = parts(occupations).map((part): Occupation => {
      const [hers = '', his = hers] = part.split('/');
      return [hers, his];
    });
    return [FIELDS[index]!, { occupations: pairs, things: parts(things) }];
  });
  return Object.fromEntries(entries) as Vocabulary['work'];
}
