import type { OperatorRole } from '../../../core/operator-roles.ts';
import { composeMail, type MailContent, type Setting } from './compose.ts';

/** What operators have decided about an account. */
export function operatorRolesChanged({ roles, ...setting }: Setting & { roles: readonly OperatorRole[] }): MailContent {
  const { baseUrl, authUrl, serviceName } = setting;
  const now = roles.length === 0 ? 'It is no longer an operator.' : `It now has: ${roles.join(', ')}.`;
  return composeMail(setting, 'Your roles as an operator were changed', [
    `The roles of your account at ${serviceName} (${baseUrl}) were changed. ${now}`,
    { button: `${authUrl}/console/account`, label: 'Look at your account' },
    'If this surprises you, ask the other operators of the server.',
  ]);
}
