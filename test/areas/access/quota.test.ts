import { expect, it } from 'vitest';
import { endGrant, invite, invited } from '../../support/access.ts';
import { startTestApp } from '../../support/app.ts';
import { makeMember } from '../../support/members.ts';
import { refusal } from '../../support/posts.ts';

it('limits an account to 20 invitations per day, whatever becomes of them', async () => {
  // A fifth of every limit: 4.
  const t = await startTestApp({ RATE_LIMIT_ENABLED: 'true', RATE_LIMIT_MULTIPLIER: '0.2' });
  const [owner, manager] = [await makeMember(t), await makeMember(t)];
  for (let n = 0; n < 4; n++) await endGrant(t, owner, await invited(t, owner, manager));
  const refused = await invite(t, owner, owner.profile.id, manager.profile.id);
  expect(refusal(refused)[1]).toBe('rate_limited');
  expect(refused.json.agent.retry_after_seconds).toBeGreaterThan(23 * 3600);
  // The other account has its own limit.
  await invited(t, manager, owner);
});
