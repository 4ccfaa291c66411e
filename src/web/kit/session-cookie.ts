import type { Config } from '../../config/config.ts';

export type Site = Pick<Config, 'authUrl'>;

export const isSecure = ({ authUrl }: Site) => authUrl.startsWith('https:');

/** Browsers send a `__Host-` cookie only to the host that set it. The prefix requires https. */
export const sessionCookie = (site: Site) => (isSecure(site) ? '__Host-pronet_session' : 'pronet_session');

/** Whether a browser sends a session, which may have ended. Reads the header alone, before cookies are parsed. */
export function sendsSession(cookieHeader: string | undefined, site: Site): boolean {
  return (cookieHeader ?? '').split(/; */).some((one) => one.startsWith(`${sessionCookie(site)}=`));
}
