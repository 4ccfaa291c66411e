import { expect, it } from 'vitest';
import { findLocation } from '../../src/areas/taxonomies/location.ts';
import { PLACES_OF } from '../../tools/seed/places.ts';

it('members live in places of the taxonomies, with their listed names', async () => {
  const places = Object.values(PLACES_OF).flat();
  expect(places.length).toBeGreaterThan(50);
  for (const { countryCode, stateCode, cityName } of places) {
    const location = { country_code: countryCode, state_code: stateCode, city_name: cityName };
    expect(await findLocation(location)).toEqual(location);
  }
});
