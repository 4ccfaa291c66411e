import type { AgentAdvice } from '../../http/envelope.ts';

export const afterCountries: AgentAdvice = {
  hint: 'GET /v1/taxonomies/locations/states?country_code= with one of these codes lists the states of that country.',
};

export const afterStates: AgentAdvice = {
  hint: 'GET /v1/taxonomies/locations/cities?country_code=&state_code= lists the cities of one of these states. An empty list is a country without states.',
};

export const afterCities: AgentAdvice = {
  hint: 'PATCH /v1/profiles/{profile_id} takes one of these as location.city_name, beside country_code and state_code. An empty list is a state of which no city is known: the two codes are a location too.',
};
