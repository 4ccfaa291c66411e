import { z } from 'zod';
import { LIMITS } from '../../core/limits.ts';
import { line } from '../../core/text.ts';

export const Country = z
  .object({ code: z.string().describe('ISO 3166-1 alpha-2, upper case.'), name: z.string(), emoji: z.string() })
  .meta({ id: 'Country' });

export const State = z
  .object({
    code: z.string().describe('The part after the country and the hyphen in ISO 3166-2. Unique within its country.'),
    name: z.string(),
  })
  .meta({ id: 'State', description: 'A state, province or other division of a country.' });

export const City = z.object({ name: z.string() }).meta({ id: 'City' });

/** A code that is not in the lists is refused with `invalid_location`. */
const code = () => z.string().min(1).max(LIMITS.location_code.max_length);
export const countryCode = code().meta({ description: '`code` of a country, in upper case.', examples: ['PT'] });
const stateCode = code().meta({ description: '`code` of a state of that country, in upper case.', examples: ['11'] });

const { min_length: min, max_length } = LIMITS.place_search;
const q = line(max_length, { min })
  .optional()
  .describe('Only names that contain this text, ignoring case, accents and signs.');

export const CountriesQuery = z.strictObject({
  q: q.describe("As for states. A name in the country's own language and a three-letter code count too."),
});
export const StatesQuery = z.strictObject({ country_code: countryCode, q });
export const CitiesQuery = z.strictObject({ country_code: countryCode, state_code: stateCode, q });

const cityName = line(LIMITS.city_name.max_length, { min: LIMITS.city_name.min_length });

/** A place in a request, with codes and names as listed. */
export const Location = z.strictObject({
  country_code: countryCode,
  state_code: stateCode.nullable().optional(),
  city_name: cityName
    .nullable()
    .optional()
    .describe('`name` of a city in that state. Accents and capitals may be left out.'),
});

export type LocationInput = z.output<typeof Location>;
