/**
 * Sources named by `GET /v1/meta` and NOTICE, as the Open Database License requires. The package asks for both names.
 */
export const ATTRIBUTIONS = [
  {
    name: 'Countries States Cities Database',
    licence: 'ODbL-1.0',
    url: 'https://github.com/dr5hn/countries-states-cities-database',
  },
  {
    name: '@countrystatecity/countries',
    licence: 'ODbL-1.0',
    url: 'https://github.com/dr5hn/countrystatecity',
  },
];
