import type { Language } from './vocabulary.ts';

/** A city with its codes in the taxonomies and its local name. */
export type Place = { countryCode: string; stateCode: string; cityName: string; spoken: string };

/** Country, state and city, and after `=` the name in the script of the language. */
const PLACES: Readonly<Record<Language, string>> = {
  en: `GB WSM London, GB LDS Leeds, GB BST Bristol, US IL Chicago, US WA Seattle, US MA Boston, CA ON Toronto,
    AU VIC Melbourne, IE M Cork, IN MH Pune, NG LA Lagos, KE 30 Nairobi`,
  de: `DE HH Hamburg, DE SN Leipzig, DE SH Lübeck, DE BW Stuttgart, DE BW Freiburg, DE NW Köln, DE BE Berlin, AT 6 Graz,
    AT 4 Linz, CH BE Bern`,
  fr: `FR 44 Nantes, FR 69 Lyon, FR 59 Lille, FR 13 Marseille, FR 35 Rennes, BE WAL Liège, CA QC Montréal, CH VD Lausanne,
    SN DK Dakar`,
  es: `ES V Valencia, ES SE Sevilla, ES BI Bilbao, MX PUE Puebla, MX JAL Guadalajara, AR S Rosario, AR X Córdoba,
    CO ANT Medellín, CL VS Valparaíso, PE ARE Arequipa`,
  pt: `PT 13 Porto, PT 15 Sines, PT 06 Coimbra, PT 03 Braga, BR PE Recife, BR PR Curitiba, BR SP Santos,
    BR MG Belo Horizonte`,
  ja: `JP 01 Sapporo = 札幌, JP 13 Tokyo = 東京, JP 27 Osaka = 大阪, JP 26 Kyoto = 京都, JP 40 Fukuoka = 福岡,
    JP 23 Nagoya = 名古屋, JP 04 Sendai = 仙台, JP 14 Yokohama = 横浜, JP 34 Hiroshima = 広島`,
  ar: `EG C Cairo = القاهرة, EG ALX Alexandria = الإسكندرية, JO AM Amman = عمّان, MA 06 Casablanca = الدار البيضاء,
    LB BA Beirut = بيروت, AE DU Dubai = دبي, TN 11 Tunis = تونس, SA 02 Jeddah = جدة`,
};

function places(text: string): Place[] {
  return text.split(',').map((entry) => {
    const [place = '', spoken] = entry.trim().split(' = ');
    const [countryCode = '', stateCode = '', ...city] = place.split(' ');
    const cityName = city.join(' ');
    return { countryCode, stateCode, cityName, spoken: spoken ?? cityName };
  });
}

/** Where the members of each language live. */
export const PLACES_OF = Object.fromEntries(
  Object.entries(PLACES).map(([language, text]) => [language, places(text)]),
) as Readonly<Record<Language, Place[]>>;
