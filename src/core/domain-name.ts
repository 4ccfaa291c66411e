import { domainToASCII } from 'node:url';
import type { z } from 'zod';
import { LIMITS } from './limits.ts';
import { codePointLength, ruledString } from './text.ts';

/** Host names of RFC 1123 with two labels at least; the last is none of digits, so that no IPv4 address is one. */
const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?!\d+$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * The domain of an organization: trimmed, lower case, without the last dot, letters beyond ASCII as the DNS has them
 * (`xn--`, UTS #46). No scheme, path, port or address.
 */
export function domainName(): z.ZodString {
  const { min_length: min, max_length: max } = LIMITS.domain;
  return ruledString(
    { min, max },
    (value) => {
      const text = value.trim().toLowerCase().replace(/\.$/, '');
      // What is no host name comes back empty and is judged as it was written.
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
