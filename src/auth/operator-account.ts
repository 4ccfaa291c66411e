import { OPERATOR_ROLES } from '../core/operator-roles.ts';
import { type SQL, sql } from '../db/drizzle.ts';
import { p } from '../db/statement.ts';

const ALL = sql`array[${sql.join(
  OPERATOR_ROLES.map((role) => sql`${role}`),
  sql`, `,
)}]`;

/** The roles of an account: none for a member, and all for an operator without a list of them. */
export const operatorRolesOf = (account: SQL): SQL =>
  sql`case when ${account}.operator then coalesce(${account}.operator_roles, ${ALL}) else '{}' end`;

/** Condition: an account has one of the roles of the parameter `roles`. */
export const hasRole = (account: SQL): SQL => sql`${operatorRolesOf(account)} && ${p('roles', 'text[]')}`;
