import { REPORT_REASONS } from '../../core/enums.ts';

const WORDS: Record<(typeof REPORT_REASONS)[number], string> = {
  spam: 'Spam or a scam',
  abuse: 'Harassment or hate',
  impersonation: 'Pretends to be somebody else',
  illegal: 'Breaks the law',
  other: 'Something else',
};

/** The reasons of a report, with their names. */
export const REPORT_CHOICES = REPORT_REASONS.map((word) => [word, WORDS[word]] as const);
