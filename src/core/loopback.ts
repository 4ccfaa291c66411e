/** Expects the `hostname` of a parsed URL: lower case, IPv4 with all four numbers, IPv6 compressed and in brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
