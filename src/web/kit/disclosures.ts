import type { AiDisclosure } from '../../core/enums.ts';

/** What pages say about how much AI wrote. */
export const DISCLOSURES: Record<AiDisclosure, string | null> = {
  none: null,
  assisted: 'Written with AI',
  generated: 'Written by AI',
};
