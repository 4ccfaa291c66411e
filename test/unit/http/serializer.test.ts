import { expect, it } from 'vitest';
import { z } from 'zod';
import { envelopeOf } from '../../../src/http/envelope.ts';
import { serializerCompiler } from '../../../src/http/serializer.ts';

const compile = (schema: z.ZodType) =>
  serializerCompiler({ schema, method: 'GET', url: '/' } as never) as unknown as (data: unknown) => string;

it('compiles the envelope of a payload once for all its routes', () => {
  const payload = z.object({ name: z.string() });
  expect(compile(envelopeOf(payload))).toBe(compile(envelopeOf(payload)));
});

it('serializes each payload with its own code', () => {
  const name = compile(envelopeOf(z.object({ name: z.string() })));
  const count = compile(envelopeOf(z.object({ count: z.number() })));
  const answer = { ok: true, data: { name: 'Robin', count: 1 }, agent: {} };
  expect([name(answer), count(answer)].map((text) => JSON.parse(text).data)).toEqual([{ name: 'Robin' }, { count: 1 }]);
});
