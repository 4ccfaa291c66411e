/** Takes the host of a URL: lower case, IPv4 with all four numbers, IPv6 in brackets and in its shortest spelling. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}
