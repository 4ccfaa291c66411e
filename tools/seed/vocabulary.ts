import { type Faker, fakerAR, fakerDE, fakerEN, fakerES, fakerFR, fakerJA, fakerPT_BR } from '@faker-js/faker';

export const LANGUAGES = ['en', 'de', 'fr', 'es', 'pt', 'ja', 'ar'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The names and texts of members who speak one language. */
export type Vocabulary = {
  language: Language;
  /** The share of members who speak it. */
  share: number;
  /** Time zones of its speakers, in hours from UTC. */
  utcOffsets: readonly number[];
  given: readonly string[];
  family: readonly string[];
  familyFirst: boolean;
  companies: readonly string[];
  jobs: readonly string[];
  /** Sentences with the gaps `{place}`, `{job}` and `{n}`. */
  openings: readonly string[];
  /** Sentences that can follow any other. */
  sentences: readonly string[];
};

const NAMES = 120;
const SENTENCES = 1500;
/** Pools are the same in every network; the seed of the network determines what is picked. */
const FAKER_SEED = 20_260_520;

type Options = Pick<Vocabulary, 'language' | 'share' | 'utcOffsets' | 'openings'> & {
  faker: Faker;
  familyFirst?: boolean;
};

function vocabulary({ faker, familyFirst = false, ...rest }: Options): Vocabulary {
  faker.seed(FAKER_SEED);
  const pool = (count: number, make: () => string) => [...new Set(Array.from({ length: count }, make))];
  return {
    ...rest,
    familyFirst,
    given: pool(NAMES, () => faker.person.firstName()),
    family: pool(NAMES, () => faker.person.lastName()),
    companies: pool(NAMES * 4, () => faker.company.name()),
    jobs: pool(NAMES, () => faker.person.jobTitle()),
    sentences: pool(SENTENCES, () => (rest.language === 'en' ? faker.hacker.phrase() : faker.lorem.sentence())),
  };
}

/** A member's `language` is an index into this list. */
export const VOCABULARIES: readonly Vocabulary[] = [
  vocabulary({
    language: 'en',
    faker: fakerEN,
    share: 0.34,
    utcOffsets: [-8, -5, 0, 1, 10],
    openings: [
      'Three weeks into the new project in {place}, and {n} things went better than planned.',
      'We are hiring: {job} in {place}.',
      'After {n} years as {job}, I still learn something every week.',
      'Notes from {place}, part {n}.',
    ],
  }),
  vocabulary({
    language: 'de',
    faker: fakerDE,
    share: 0.18,
    utcOffsets: [1],
    openings: [
      'Seit {n} Wochen läuft das Projekt in {place}, und es macht großen Spaß.',
      'Wir suchen Verstärkung in {place}: {job}.',
      'Nach {n} Jahren Verkehrswegeplanung weiß ich: Die Straße ist nie fertig.',
      'Die Grundstücksverkehrsgenehmigung aus {place} ist nach {n} Monaten da.',
    ],
  }),
  vocabulary({
    language: 'fr',
    faker: fakerFR,
    share: 0.12,
    utcOffsets: [1, -5],
    openings: [
      'Le projet à {place} avance bien après {n} semaines : merci à toute l’équipe.',
      'Nous recrutons à {place} : {job}.',
      'Au cœur de {place}, {n} idées pour mieux travailler.',
    ],
  }),
  vocabulary({
    language: 'es',
    faker: fakerES,
    share: 0.12,
    utcOffsets: [1, -6, -3],
    openings: [
      'La construcción en {place} empezó hace {n} semanas y ya se ve el resultado.',
      'Buscamos en {place}: {job}.',
      'Mañana en {place}: {n} preguntas y ninguna reunión.',
    ],
  }),
  vocabulary({
    language: 'pt',
    faker: fakerPT_BR,
    share: 0.1,
    utcOffsets: [0, -3],
    openings: [
      'A operação em {place} começou há {n} semanas, e a equipe está ótima.',
      'Estamos contratando em {place}: {job}.',
      'Lição de {n} anos em {place}: perguntar antes de medir.',
    ],
  }),
  vocabulary({
    language: 'ja',
    faker: fakerJA,
    share: 0.08,
    utcOffsets: [9],
    familyFirst: true,
    openings: [
      '{place}のプロジェクトは{n}週目に入りました。順調に進んでいます。',
      '{place}で{job}を募集しています。',
      '今日は{place}で{n}人のお客様にお会いしました。ありがとうございました。',
    ],
  }),
  vocabulary({
    language: 'ar',
    faker: fakerAR,
    share: 0.06,
    utcOffsets: [2, 3],
    openings: [
      'بدأ مشروعنا في {place} قبل {n} أسابيع والنتائج ممتازة.',
      'نبحث عن زملاء جدد في {place} للانضمام إلى فريقنا.',
      'تعلمت اليوم في {place} درسا مهما بعد {n} سنوات من العمل.',
    ],
  }),
];

/** Letters that NFD does not decompose. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', ø: 'o', ł: 'l', æ: 'ae', œ: 'oe', ı: 'i' };

/** The ASCII letters and digits of a name, for usernames; empty for names in other scripts. */
export function toLatin(text: string): string {
  return text
    .toLowerCase()
    .normalize('NFD')
    .replace(/[ßøłæœı]/g, (letter) => LETTERS[letter]!)
    .replace(/[^a-z0-9]+/g, '');
}
