import type { AgentHints, FailureFacts } from '../../core/errors.ts';
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

/** No name contains `q`. */
export const afterNoMatch: AgentHints = {
  hint: 'No name here contains this q: try a shorter part of it, or leave out q for the whole list.',
};

/** Facts for `invalid_location` where a state is required. */
export const unknownState: FailureFacts = {
  hint: [
    text`state_code is not a state of this country, and it is required here: copy a code exactly as ${op('taxonomies.list_states')} with the same country_code returns it.`,
    'If that list is empty, the country has no states and no cities: use country_code alone as a location.',
  ],
};

export const afterCities: AgentHints = {
  hint: [
    text`${op('profiles.update')} accepts one of these as location.city_name, with country_code and state_code.`,
    'If the list is empty, use the two codes alone as the location.',
  ],
};
