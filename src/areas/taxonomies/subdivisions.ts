/** The states that ISO 3166-2 places within a region: `ARA` in France has `01`, `03` and ten more. */
export async function statesWithin(countryCode: string, regionCode: string): Promise<string[]> {
  const { iso31662 } = await import('iso-3166');
  const parent = `${countryCode}-${regionCode}`;
  return iso31662.filter((entry) => entry.parent === parent).map(({ code }) => code.slice(countryCode.length + 1));
}
