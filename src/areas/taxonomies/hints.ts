import type { AgentAdvice } from '../../http/envelope.ts';

export const afterCountries: AgentAdvice = {
  hint: 'GET /v1/taxonomies/locations/states?country_code= with one of these codes lists the states of that country.',
};

export const afterStates: AgentAdvice = {
  hint: 'GET /v1/taxonomies/locations/cities?country_code=&state_code= lists the cities of one of these states. An empty list is a country without states.',
};

export const afterCities: AgentAdvice = {
  hint: 'An empty list is a state of which no city is known: its code alone is a location too.',
};
