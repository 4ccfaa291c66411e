import type { AgentHints } from '../../core/errors.ts';

export const afterCountries: AgentHints = {
  hint: 'GET /v1/taxonomies/locations/states?country_code= with one of these codes lists the states of that country.',
};

export const afterStates: AgentHints = {
  hint: 'GET /v1/taxonomies/locations/cities?country_code=&state_code= lists the cities of one of these states. An empty list means that the country has no states.',
};

export const afterCities: AgentHints = {
  hint: 'PATCH /v1/profiles/{profile_id} accepts one of these as location.city_name, with country_code and state_code. If the list is empty, use the two codes alone as the location.',
};
