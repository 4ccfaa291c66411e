import type { AgentHints } from '../../core/errors.ts';
import { apiOnly, op, text } from '../../core/operation-text.ts';

export const afterCountries: AgentHints = {
  hint: text`${op('taxonomies.list_states')}${apiOnly('?country_code=')} with one of these codes lists the states of that country.`,
};

export const afterStates: AgentHints = {
  hint: [
    text`${op('taxonomies.list_cities')}${apiOnly('?country_code=&state_code=')} lists the cities of one of these states.`,
    'An empty list means that the country has no states.',
  ],
};

export const afterCities: AgentHints = {
  hint: [
    text`${op('profiles.update')} accepts one of these as location.city_name, with country_code and state_code.`,
    'If the list is empty, use the two codes alone as the location.',
  ],
};
