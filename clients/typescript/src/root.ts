/** The address of the server, without the `/v1` that all paths of the API begin with. */
export function rootOf(baseUrl: string): string {
  return baseUrl.replace(/(\/v1)?\/*$/, '');
}
