import { expect, it } from 'vitest';
import { type Refused, reportProblem } from '../../../src/web/console/problems.ts';

it('says that a report of too many was not sent, and when the next one can be', () => {
  const refused = { ok: false, status: 429, error_code: 'rate_limited', error_message: '', agent: {} };
  const answer = { ...refused, agent: { retry_after_seconds: 120 } } as unknown as Refused;
  expect(reportProblem(answer).message).toMatch(/^You have sent many reports .* not sent.* 2 minutes/);
  expect(reportProblem({ ...answer, error_code: 'service_unavailable' } as Refused).message).toContain('busy');
});
