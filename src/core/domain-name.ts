import { domainToASCII } from 'node:url';
import type { z } from 'zod';
import { LIMITS } from './limits.ts';
import { codePointLength, ruledString } from './text.ts';

/** RFC 1123 host names with at least two labels. The last one is never all digits, which excludes IPv4 addresses. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * An organization's domain: trimmed, lower case, no trailing dot, non-ASCII labels as `xn--`. No schemes, paths, ports,
 * IPs.
 */
export function domainName(): z.ZodString {
  const { min_length: min, max_length: max } = LIMITS.domain;
  return ruledString(
    { min, max },
    (value) => {
      const text = value.trim().toLowerCase().replace(/\.$/, '');
      // `domainToASCII` returns '' for an invalid name; the check then reports on the original text.
      return text.length > max * 4 ? text : domainToASCII(text) || text;
    },
    (value) => {
      const actual = codePointLength(value);
      if (actual > max) return { rule: 'too_long', limit: max, actual };
      if (actual < min) return { rule: 'too_short', limit: min, actual };
      return DOMAIN.test(value) ? null : { rule: 'domain_format' };
    },
  );
}
