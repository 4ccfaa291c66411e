/** RFC 8252 section 7.3; MCP clients also use the name. As `URL` writes hosts. */
const LOOPBACK_HOSTS = ['127.0.0.1', '[::1]', 'localhost'];
const REDIRECT_MAX_LENGTH = 2000;
/** RFC 8252 section 7.1: a scheme in reverse-domain form, so at least one dot. */
const PRIVATE_USE_SCHEME = /^[a-z][a-z0-9+-]*(\.[a-z0-9+-]+)+:$/;

export function isLoopbackRedirect(address: string): boolean {
  const url = URL.parse(address);
  return url?.protocol === 'http:' && LOOPBACK_HOSTS.includes(url.hostname);
}

/**
 * Whether a client may register this redirect address: https, http on this machine, or (for clients that the operator
 * registers) a private-use scheme. Written as a URL parser would write it or not, it is compared as it stands.
 */
export function isFitRedirect(address: string, { privateUse = false } = {}): boolean {
  const url = URL.parse(address);
  if (!url || address.length > REDIRECT_MAX_LENGTH || address.includes('#') || /[^\x21-\x7e]/.test(address))
    return false;
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return url.hostname !== '' && !LOOPBACK_HOSTS.includes(url.hostname);
  return isLoopbackRedirect(address) || (privateUse && PRIVATE_USE_SCHEME.test(url.protocol));
}

/**
 * Whether a request's redirect address is one of the client's: the same string, save for the port of a loopback address,
 * which a native app gets anew at each start (RFC 8252 section 7.3).
 */
export function redirectAllowed(asked: string, registered: readonly string[]): boolean {
  if (registered.includes(asked)) return true;
  const portless = withoutPort(asked);
  return portless !== null && registered.some((address) => withoutPort(address) === portless);
}

/** A loopback address without its port, exactly as it was written otherwise; null for any other. */
function withoutPort(address: string): string | null {
  const parts = /^http:\/\/(127\.0\.0\.1|\[::1\]|localhost)(?::(\d{1,5}))?((?:[/?].*)?)$/.exec(address);
  return parts && isFitRedirect(address) ? `${parts[1]}${parts[3]}` : null;
}
