/** Expects the `hostname` of a parsed URL: lower case, IPv4 with all four numbers, IPv6 compressed and in brackets. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost') || host === '[::1]' || /^127(\.\d+){3}$/.test(host);
}

/** Whether this is an IP address. The URL parser writes every spelling of an IPv4 address as four numbers. */
export function isIpLiteral(host: string): boolean {
  return /^(\[|\d+(\.\d+){3}$)/.test(host);
}
