import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { isSameName, plainName } from '../../../src/areas/taxonomies/place-names.ts';
import { countryName, listCities, listCountries, listStates, stateName } from '../../../src/areas/taxonomies/places.ts';

/**
 * Compares the whole data set with the package's files, read in another way: by what the records state about
 * themselves.
 */
const root = dirname(createRequire(import.meta.url).resolve('@countrystatecity/countries/data/countries.json'));
type CityRecord = { name: string; country_code: string; state_code: string };
const cityFiles = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith('cities.json'),
);

const tidy = (name: string) => name === name.normalize('NFC').trim() && !/\s\s|[\t\n]/.test(name) && name !== '';
const states = listCountries().flatMap(({ code: country }) =>
  listStates(country).map((state) => ({ country, ...state })),
);
/** The cities of every state: reading them takes seconds. */
const cities = new Map<string, readonly string[]>();
beforeAll(async () => {
  for (const { country, code } of states) cities.set(`${country} ${code}`, await listCities(country, code));
});

describe('the whole data set', () => {
  it('has 250 countries with well-formed codes, tidy names and flags', () => {
    const countries = listCountries();
    expect(countries).toHaveLength(250);
    expect(new Set(countries.map(({ code }) => code)).size).toBe(250);
    const odd = countries.filter(
      ({ code, name, emoji }) => !/^[A-Z]{2}$/.test(code) || !tidy(name) || !/^\p{RI}\p{RI}$/u.test(emoji),
    );
    expect(odd).toEqual([]);
  });

  it('has 5,308 states with well-formed codes that are unique in their country', () => {
    expect(states).toHaveLength(5308);
    expect(states.filter(({ code, name }) => !/^[A-Z0-9]{1,3}$/.test(code) || !tidy(name))).toEqual([]);
    expect(new Set(states.map(({ country, code }) => `${country}-${code}`)).size).toBe(5308);
    for (const { country, code, name } of states) expect(stateName(country, code)).toBe(name);
  });

  it('has every city of every file once under its own state, with a tidy name', () => {
    const unlisted: string[] = [];
    const odd: string[] = [];
    let records = 0;
    let listed = 0;
    for (const file of cityFiles) {
      const inFile = JSON.parse(readFileSync(join(root, file), 'utf8')) as CityRecord[];
      records += inFile.length;
      const { country_code, state_code } = inFile[0]!;
      const names = cities.get(`${country_code} ${state_code}`)!;
      listed += names.length;
      const known = new Set(names);
      if (known.size !== names.length || !names.every(tidy)) odd.push(file);
      const written = new Set(inFile.map(({ name }) => name.normalize('NFC').split(/\s+/).filter(Boolean).join(' ')));
      unlisted.push(...written.difference(known));
    }
    expect([cityFiles.length, records]).toEqual([4279, 152_970]);
    expect(odd).toEqual([]);
    // Alternative spellings of listed cities.
    expect(unlisted).toHaveLength(12);
    expect(unlisted).toContain('Ürümqi');
    expect(listed).toBe(152_970 - 324 - 12);
  });

  it('lists the cities of the states in a region that has none of its own', async () => {
    const region = await listCities('FR', 'ARA');
    expect(region).toContain('Lyon');
    expect(region).toEqual(expect.arrayContaining([...(await listCities('FR', '69'))]));
    expect(new Set(region).size).toBe(region.length);
    expect(await listCities('ES', 'AN')).toContain('Sevilla');
    expect(await listCities('IT', '25')).toContain('Bergamo');
  });

  it('has no cities for other states without a file', () => {
    expect([...cities.values()].filter((names) => names.length === 0)).toHaveLength(929);
  });
});

it('compares names in a search as a location does', () => {
  const all = [...states.map(({ name }) => name), ...[...cities.values()].flat()];
  const plain = (name: string) => name.replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ');
  // To a collator the dotless ı, which few keyboards have, and the Cyrillic й are letters of their own.
  const odd = all.filter((name) => !isSameName(plainName(name), plain(name).replaceAll('ı', 'i')));
  expect(odd).toEqual(['Октябрьский']);
});

describe('order', () => {
  const isSorted = (names: readonly string[], locale: string) =>
    names.every((name, i) => i === 0 || names[i - 1]!.localeCompare(name, locale, { numeric: true }) <= 0);

  it('sorts accented letters with plain ones', async () => {
    const portugal = listStates('PT').map(({ name }) => name);
    expect(portugal.indexOf('Évora')).toBe(portugal.indexOf('Faro') - 1);
    const styria = await listCities('AT', '6');
    expect(styria.indexOf('Übelbach')).toBeGreaterThan(styria.indexOf('Trofaiach'));
    expect(styria.indexOf('Übelbach')).toBeLessThan(styria.indexOf('Vordernberg'));
    expect(isSorted(styria, 'en')).toBe(true);
    expect(isSorted([...listCountries().map(({ name }) => name)], 'en')).toBe(true);
  });

  it('sorts numbers in names by value, and equal names by code', async () => {
    const zurich = await listCities('CH', 'ZH');
    expect(zurich.indexOf('Zürich (Kreis 9)')).toBeLessThan(zurich.indexOf('Zürich (Kreis 10)'));
    const tartu = listStates('EE').filter(({ name }) => name.startsWith('Tartu'));
    const codes = tartu.map(({ code }) => code);
    expect(codes.length).toBeGreaterThan(1);
    expect(codes).toEqual(codes.toSorted());
  });
});

describe('names', () => {
  it('are null for unknown and removed codes', () => {
    expect([countryName('SE'), countryName('XX'), countryName(null)]).toEqual(['Sweden', null, null]);
    expect([stateName('PT', '11'), stateName('PT', '99'), stateName('XX', '11'), stateName('PT', null)]).toEqual([
      'Lisbon',
      null,
      null,
      null,
    ]);
    for (const word of ['__proto__', 'constructor', '..', '', '/']) expect(countryName(word)).toBeNull();
  });
});
