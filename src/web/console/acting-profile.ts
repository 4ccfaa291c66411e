import type { ProfileWire } from '../../areas/profiles/schemas.ts';
import type { Permission } from '../../core/enums.ts';
import { fail } from '../../core/errors.ts';
import { isId } from '../../core/ids.ts';
import { rememberActing, rememberedActing } from '../kit/web-session.ts';
import { type ConsoleContext, failAs, type ManagedProfile } from './console-context.ts';

export type ActingProfile = {
  profile: ProfileWire;
  owned: boolean;
  may(permission: Permission): boolean;
};

/** A profile that the person owns or manages. Fails with `profile_not_found` for any other. */
export async function findManaged(page: ConsoleContext, id: string): Promise<ManagedProfile> {
  if (!isId(id)) fail('profile_not_found');
  const answer = await page.attempt<{ items: ManagedProfile[] }>('GET', '/v1/profiles', { profileId: id });
  // `profile_not_attached` means that it is not theirs: 404. Other errors are passed on.
  if (!answer.ok && answer.error_code !== 'profile_not_attached') failAs(answer);
  return (answer.ok ? answer.data.items[0] : undefined) ?? fail('profile_not_found');
}

/** `?profile=`, else `preferred`, else the one last switched to, else the first; null without a profile. */
export async function actingProfile(page: ConsoleContext, preferred?: string): Promise<ActingProfile | null> {
  const managed = await page.profiles();
  const asked = page.query('profile');
  const id = asked ?? preferred ?? lastChosen(page, managed) ?? managed[0]?.profile.id;
  if (id === undefined) return null;
  const chosen = managed.find(({ profile }) => profile.id === id) ?? (await findManaged(page, id));
  if (page.query('switch') !== undefined) rememberActing(page.request, page.reply, page.ctx.config, chosen.profile.id);
  return {
    profile: chosen.profile as ProfileWire,
    owned: chosen.owned,
    may: (permission) => chosen.permissions.includes(permission),
  };
}

function lastChosen({ request, ctx }: ConsoleContext, managed: readonly ManagedProfile[]): string | undefined {
  const id = rememberedActing(request, ctx.config);
  return managed.some(({ profile }) => profile.id === id) ? id : undefined;
}
