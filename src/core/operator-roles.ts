/** What an operator may be allowed to do: decide about members, or run the server. */
export const OPERATOR_ROLES = ['moderate', 'operate'] as const;
export type OperatorRole = (typeof OPERATOR_ROLES)[number];

/** Each task of operators, with the roles that open it. Checks, errors, the console and the documentation derive from it. */
export const OPERATOR_TASKS = {
  accounts: OPERATOR_ROLES,
  reports: ['moderate'],
  posts: ['moderate'],
  suspensions: ['moderate'],
  appeals: ['moderate'],
  sign_ups: ['moderate'],
  verifications: ['operate'],
  profiles: ['operate'],
  invitations: ['operate'],
  blocks: ['operate'],
  requests: ['operate'],
  roles: ['operate'],
} as const satisfies Record<string, readonly OperatorRole[]>;
export type OperatorTask = keyof typeof OPERATOR_TASKS;

/** Whether these roles open a task. */
export const opens = (held: readonly OperatorRole[], task: OperatorTask): boolean =>
  OPERATOR_TASKS[task].some((role) => held.includes(role));

/** The roles that open a task, for a sentence. */
export const rolesFor = (task: OperatorTask): string => OPERATOR_TASKS[task].map((role) => `\`${role}\``).join(' or ');
