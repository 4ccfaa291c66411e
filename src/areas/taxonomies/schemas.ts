import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { line } from '../../core/text.ts';

export const Country = z
  .object({ code: z.string().describe('ISO 3166-1 alpha-2, upper case.'), name: z.string(), emoji: z.string() })
  .meta({ id: 'Country' });

export const State = z
  .object({
    code: z.string().describe('What stands behind the country and the hyphen in ISO 3166-2; unique in its country.'),
    name: z.string(),
  })
  .meta({ id: 'State', description: 'A state, province or other division of a country.' });

export const City = z.object({ name: z.string() }).meta({ id: 'City' });

/** What is no code of the lists is an `invalid_location`. */
const code = () => z.string().min(1).max(LIMITS.location_code.max_length);
const countryCode = code().meta({ description: '`code` of a country, in upper case.', examples: ['PT'] });
const stateCode = code().meta({ description: '`code` of a state of that country, in upper case.', examples: ['11'] });

export const StatesQuery = z.strictObject({ country_code: countryCode });
export const CitiesQuery = z.strictObject({ country_code: countryCode, state_code: stateCode });

const cityName = line(LIMITS.city_name.max_length, { min: LIMITS.city_name.min_length });

/** A place in a request, by what the lists call it. */
export const Location = z.strictObject({
  country_code: countryCode,
  state_code: stateCode.nullable().optional(),
  city_name: cityName
    .nullable()
    .optional()
    .describe('`name` of a city of that state; accents and capitals may be missing.'),
});

export type LocationInput = z.output<typeof Location>;
