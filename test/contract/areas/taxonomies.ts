import { type AreaContract, NO_PROFILE } from '../contract.ts';

export default {
  recipes: {
    'taxonomies.list_countries': {},
    'taxonomies.list_states': { query: () => 'country_code=PT' },
    'taxonomies.list_cities': { query: () => 'country_code=PT&state_code=11' },
  },
  permissions: {
    'taxonomies.list_countries': NO_PROFILE,
    'taxonomies.list_states': NO_PROFILE,
    'taxonomies.list_cities': NO_PROFILE,
  },
  roundTrips: {
    'taxonomies.list_cities': 0,
    'taxonomies.list_countries': 0,
    'taxonomies.list_states': 0,
  },
} satisfies AreaContract;
