import { isIpLiteral, isLoopback } from '../../core/loopback.ts';

const HTTPS_PORT = 443;
const FIRST_UNPRIVILEGED_PORT = 1024;

/**
 * Whether the server may send requests to a URL that a member named: https to a host name, no user, port 443 or above
 * 1023. With `allowLoopback` also http and this machine. `guardedAgent` checks what the name resolves to.
 */
export function isAllowedUrl(text: string, { allowLoopback }: { allowLoopback: boolean }): boolean {
  const url = URL.parse(text);
  if (url?.username !== '' || url.password !== '') return false;
  const port = url.port === '' ? HTTPS_PORT : Number(url.port);
  if (port !== HTTPS_PORT && port < FIRST_UNPRIVILEGED_PORT) return false;
  // The root of DNS may be written as a dot at the end.
  const host = url.hostname.replace(/\.$/, '');
  if (isLoopback(host)) return allowLoopback && /^https?:$/.test(url.protocol);
  const labels = host.split('.');
  return url.protocol === 'https:' && !isIpLiteral(host) && labels.length > 1 && !labels.includes('');
}
