/**
 * Whose data the service hands on, as `GET /v1/meta` tells it: the Open Database License asks for it wherever the data or
 * what is made from it is used in public, and the package asks for both names. The file NOTICE says the same.
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
