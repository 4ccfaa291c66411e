import { fail } from '../../core/errors.ts';

/** A submitted form with single fields and lists. Fails if a single field is repeated. */
export type Form = { one(name: string): string; many(name: string): string[] };

export function formOf(body: unknown): Form {
  const fields = (body ?? {}) as Record<string, string | string[] | undefined>;
  return {
    one(name) {
      const value = fields[name] ?? '';
      return typeof value === 'string' ? value : fail('invalid_request', { internal: 'a field came twice' });
    },
    many: (name) => [fields[name] ?? []].flat(),
  };
}
