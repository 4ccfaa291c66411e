import type { OperationName, Text } from '../../src/core/operation-text.ts';

/** The operations that a text names. */
export function operationsIn(text: Text): OperationName[] {
  if (typeof text === 'string') return [];
  if ('operation' in text) return [text.operation];
  if ('parts' in text) return text.parts.flatMap(operationsIn);
  return Array.isArray(text) ? text.flatMap(operationsIn) : [];
}
