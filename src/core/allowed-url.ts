import { isIpLiteral, isLoopback } from './loopback.ts';

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

/** The rule that a URL breaks. `loopback_off`: it is this machine, which the server does not allow. */
export type UrlRule = 'url' | 'userinfo' | 'loopback_off' | 'https_only' | 'ip_address' | 'not_public' | 'port';

/**
 * Why the server may not send requests to a URL that a member named; null if it may: https to a host name, no user,
 * port 443 or above 1023. With `allowLoopback` also http and this machine. `guardedAgent` checks what the name
 * resolves to.
 */
export function urlProblem(text: string, { allowLoopback }: { allowLoopback: boolean }): UrlRule | null {
  const url = URL.parse(text);
  if (url === null) return 'url';
  if (!/^https?:$/.test(url.protocol)) return 'https_only';
  if (url.username !== '' || url.password !== '') return 'userinfo';
  // The root of DNS may be written as a dot at the end.
  const host = url.hostname.replace(/\.$/, '');
  const isHere = isLoopback(host);
  if (isHere && !allowLoopback) return 'loopback_off';
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) return 'port';
  if (isHere) return null;
  if (url.protocol !== 'https:') return 'https_only';
  if (isIpLiteral(host)) return 'ip_address';
  const labels = host.split('.');
  return labels.length > 1 && !labels.includes('') ? null : 'not_public';
}
