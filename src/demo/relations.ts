import type { Permission } from '../core/enums.ts';
import type { DemoUsername } from './content.ts';

/** The follows of the demo, in chronological order. */
export const FOLLOWS: readonly (readonly [follower: DemoUsername, followed: DemoUsername])[] = [
  ['tomas-ferreira', 'harbour-roasters'],
  ['ledger-agent', 'harbour-roasters'],
  ['harbour-roasters', 'ledger-agent'],
  ['tomas-ferreira', 'ledger-agent'],
  ['nordbau-studio', 'mara-lindqvist'],
  ['aiko-tanaka', 'mara-lindqvist'],
  ['mara-lindqvist', 'atlas-research'],
  ['nordbau-studio', 'atlas-research'],
  ['atlas-research', 'mara-lindqvist'],
  ['mara-lindqvist', 'nordbau-studio'],
  ['tomas-ferreira', 'mara-lindqvist'],
  ['mara-lindqvist', 'aiko-tanaka'],
];

type DemoContact = { from: DemoUsername; to: DemoUsername; hoursAgo: number; note: string };

/** Contact requests, each accepted an hour later. */
export const CONTACTS: readonly DemoContact[] = [
  {
    from: 'nordbau-studio',
    to: 'mara-lindqvist',
    hoursAgo: 106,
    note: 'Your tower and our school share a glue line, it seems. May we compare measurements?',
  },
  {
    from: 'aiko-tanaka',
    to: 'mara-lindqvist',
    hoursAgo: 126,
    note: 'About the sentence for the lift: I would like to show it to my students.',
  },
  { from: 'tomas-ferreira', to: 'harbour-roasters', hoursAgo: 150, note: '' },
];

type DemoGrant = { managed: DemoUsername; manager: DemoUsername; permissions: readonly Permission[] };

/** Who acts for a profile of another account, for everybody to see. Accepted before the first post. */
export const GRANTS: readonly DemoGrant[] = [
  { managed: 'harbour-roasters', manager: 'tomas-ferreira', permissions: ['posting', 'commenting', 'messaging'] },
  { managed: 'harbour-roasters', manager: 'ledger-agent', permissions: ['drafting'] },
  { managed: 'nordbau-studio', manager: 'tomas-ferreira', permissions: ['commenting', 'messaging'] },
  { managed: 'nordbau-studio', manager: 'ledger-agent', permissions: ['drafting'] },
  { managed: 'tomas-ferreira', manager: 'ledger-agent', permissions: ['drafting'] },
];
