/** What the operations for operators have in common. */
export const reading = {
  auth: { kind: 'credential', scope: { area: 'operator', access: 'read' } },
  profile: 'none',
} as const;
export const writing = {
  auth: { kind: 'credential', scope: { area: 'operator', access: 'write' } },
  profile: 'none',
} as const;
export const shared = { tag: 'Operator', notForModels: true } as const;
export const REFUSALS = ['permission_denied', 'second_factor_required'] as const;
export const WRITE_REFUSALS = [...REFUSALS, 'recent_sign_in_required', 'cannot_target_self'] as const;
