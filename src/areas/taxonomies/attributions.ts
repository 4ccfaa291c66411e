/**
 * The sources of the data that `GET /v1/meta` names. The Open Database License requires the attribution wherever the
 * data or a derived work is used in public, and the package asks for both names. The file NOTICE repeats it.
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
