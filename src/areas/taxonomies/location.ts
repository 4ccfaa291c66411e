import { failFields } from '../../core/errors.ts';
import { nearNames } from '../../core/near-names.ts';
import { isSameName } from './place-names.ts';
import { listCities, requireCountry } from './places.ts';
import type { LocationInput } from './schemas.ts';

/** A place as it is stored. Country and state names follow from their codes. */
export type Location = { country_code: string; state_code: string | null; city_name: string | null };

/**
 * Validates a place against `/v1/taxonomies/locations`. Codes must match exactly; accents and capitals of a city are
 * optional. A city needs its state. Fails with `invalid_location`, which names what is unknown or missing.
 */
export async function findLocation(input: LocationInput): Promise<Location> {
  const { country_code, state_code = null, city_name = null } = input;
  requireCountry(country_code, 'body.location');
  if (state_code === null) {
    if (city_name !== null) failFields([{ path: 'body.location.state_code', rule: 'required' }], 'invalid_location');
    return { country_code, state_code, city_name };
  }
  const cities = listCities(country_code, state_code, 'body.location');
  return { country_code, state_code, city_name: city_name === null ? null : cityOrFail(cities, city_name) };
}

function cityOrFail(cities: readonly string[], cityName: string): string {
  if (cities.includes(cityName)) return cityName;
  const alike = cities.find((name) => isSameName(name, cityName));
  if (alike !== undefined) return alike;
  const did_you_mean = nearNames(cityName, cities);
  const meant = did_you_mean.length > 0 ? { did_you_mean } : {};
  return failFields([{ path: 'body.location.city_name', rule: 'known_city', ...meant }], 'invalid_location');
}
