/** RFC 8252 section 7.3, in the notation of `URL`. MCP clients also use `localhost`. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
const REDIRECT_MAX_LENGTH = 2000;
/** RFC 8252 section 7.1: a scheme in reverse-domain form, so at least one dot. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

export function isLoopbackRedirect(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
}

/**
 * https, http on a loopback address, or a private-use scheme (only for registered clients). Compared without
 * normalization. No backslash, which browsers take for a slash and others for a part of the host.
 */
export function isAllowedRedirect(address: string, { privateUse = false } = {}): boolean {
  const url = URL.parse(address);
  if (!url || address.length > REDIRECT_MAX_LENGTH || address.includes('#') || /[^\x21-\x5b\x5d-\x7e]/.test(address))
    return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return url.hostname !== '' && !LOOPBACK_HOSTS.includes(url.hostname);
  return isLoopbackRedirect(address) || (privateUse && PRIVATE_USE_SCHEME.test(url.protocol));
}

/** The same string, except for the port of a loopback address (RFC 8252 section 7.3). */
export function redirectAllowed(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true;
  const portless = withoutPort(asked);
  return portless !== null && registered.some((address) => withoutPort(address) === portless);
}

/** A loopback redirect URI without its port, otherwise unchanged; null for any other URI. */
function withoutPort(address: string): string | null {
  const parts = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?].*)?)$/.exec(address);
  return parts && isAllowedRedirect(address) ? `${parts[1]}${parts[3]}` : null;
}
