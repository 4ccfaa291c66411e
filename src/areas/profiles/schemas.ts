import { z } from 'zod';
import {
  ACTIVE_PLANS,
  IMAGE_THEMES,
  INBOX_CONTACT_REQUEST_POLICIES,
  INBOX_MESSAGE_POLICIES,
  PERMISSIONS,
  PROFILE_TYPES,
  VIEWER_CONTACTS,
} from '../../core/enums.ts';
import { idField } from '../../core/ids.ts';
import { LIMITS } from '../../core/limits.ts';
import { notFoundField } from '../../core/lookup.ts';
import { pageQuery } from '../../core/pagination.ts';
import { checkGivenOnce, pictureField, uploadField } from '../../core/picture-field.ts';
import { line, prose } from '../../core/text.ts';
import { memberLine, memberName } from '../../core/text-names.ts';
import { commaList, pathSegment } from '../../core/url-input.ts';
import { usernameSchema, withoutAt } from '../../core/username.ts';
import { viewQuery } from '../../core/view.ts';
import { pageOf } from '../../http/envelope.ts';
import { Location } from '../taxonomies/schemas.ts';

const picture = z.string().nullable();
const pictures = z
  .object({ source_url: picture, large_url: picture, medium_url: picture, small_url: picture })
  .meta({ id: 'ImageSizes' });
const themes = z
  .object({
    light: pictures,
    dark: pictures,
    fallback: z
      .enum(IMAGE_THEMES)
      .nullable()
      .describe('The theme that has no own picture and shows the other’s. Null if both have one, or none has.'),
  })
  .meta({ id: 'ThemedImage', description: 'A theme without its own picture shows the other theme’s.' });

const position = z.int().describe('In Unicode code points of `body`.');
export const Mention = z.object({ profile_id: z.uuid(), username: z.string(), start: position, end: position }).meta({
  id: 'Mention',
  description: 'A profile that a text mentions. The text contains the username that it had at the time.',
});
export const TextLink = z.object({ url: z.string(), start: position, end: position }).meta({ id: 'TextLink' });

const Viewer = z
  .object({
    following: z.boolean(),
    followed_by: z.boolean(),
    contact: z
      .enum(VIEWER_CONTACTS)
      .describe('Always `none` for a manager without `networking`, which cannot see contacts and requests.'),
    blocked: z
      .boolean()
      .describe('Whether the acting profile blocks this one. False for a manager without `networking`.'),
    can_message: z
      .boolean()
      .describe(
        'Whether the acting profile can start a conversation with it now. Even if false, a conversation in which it has written can be answered: see `can_message` of GET /v1/conversations. False for a manager without `messaging`.',
      ),
    can_request_contact: z
      .boolean()
      .describe(
        'Whether the acting profile can send it a contact request now. False for a manager without `networking`.',
      ),
  })
  .meta({ id: 'Viewer', description: 'The relationship of the acting profile to this one.' });

export const Profile = z
  .object({
    id: z.uuid(),
    url: z
      .string()
      .describe(
        'URL of the public page. Deleted and hidden members (`username` is `deleted`) share one without a profile, which responds with 410.',
      ),
    username: z.string(),
    type: z.enum(PROFILE_TYPES),
    name: z.string(),
    call_name: z.string(),
    legal_name_verified: z
      .boolean()
      .describe('A company proved `verified_domain`, or the operator checked the name. See the guide "Visibility".'),
    verified_domain: z
      .string()
      .nullable()
      .describe(
        'The domain that the company controls, in ASCII. Null if the operator verified the name, or nobody has.',
      ),
    active_plan: z.enum(ACTIVE_PLANS),
    occupation: z.string().nullable(),
    location: z
      .object({
        country_code: z.string().nullable(),
        country_name: z.string().nullable(),
        state_code: z.string().nullable(),
        state_name: z.string().nullable(),
        city_name: z.string().nullable(),
      })
      .meta({
        id: 'ProfileLocation',
        description:
          'Codes are stored, names are looked up. A name is null if the current data no longer has the code.',
      }),
    bio: z.string().nullable(),
    created_at: z.iso.datetime(),
    updated_at: z.iso.datetime(),
    media: z.object({ avatar: themes, banner: themes }),
    viewer: Viewer.nullable().describe('Null without an acting profile, and where the profile accompanies its post.'),
  })
  .meta({ id: 'Profile' });

export const SingleProfile = Profile.extend({
  followers_count: z
    .int()
    .describe('Without members who are suspended or whose account waits for deletion. The same for every reader.'),
  following_count: z.int().describe('As `followers_count`.'),
  posts_count: z.int().describe('Published posts and quotes that everybody can read: the same for every reader.'),
  contacts_count: z.int().nullable().describe('Null unless the caller is its owner or a manager with `networking`.'),
  indexable: z
    .boolean()
    .describe(
      'Whether search engines and searches on this server may show it and its posts. If false, keep both out of your index.',
    ),
  operated_by: z
    .object({
      profile_id: z.uuid(),
      username: z.string(),
      legal_name_verified: z.boolean(),
      verified_domain: z.string().nullable(),
    })
    .nullable()
    .describe('For an AI agent: the profile that it publicly acts for.'),
}).meta({ id: 'SingleProfile' });

export const CompactProfile = z
  .object({
    id: z.uuid(),
    username: z.string(),
    type: z.enum(PROFILE_TYPES),
    name: z.string(),
    legal_name_verified: z.boolean(),
    verified_domain: z.string().nullable(),
    occupation: z.string().nullable(),
    avatar_url: z.string().nullable().describe('256 px, for a light background.'),
  })
  .meta({ id: 'CompactProfile' });

export type ProfileWire = z.output<typeof Profile>;
export type CompactProfileWire = z.output<typeof CompactProfile>;
export type SingleProfileWire = z.output<typeof SingleProfile>;

export const ManagedProfile = z
  .object({
    profile: Profile,
    actor_id: z.uuid().describe('Its identity in conversations and contacts.'),
    owned: z.boolean().describe('False if it is managed through an accepted grant.'),
    permissions: z.array(z.enum(PERMISSIONS)),
  })
  .meta({ id: 'ManagedProfile' });
export const ManagedProfileList = pageOf('ManagedProfilePage', ManagedProfile);
export const ProfileList = z
  .object({ items: z.array(Profile), not_found: notFoundField() })
  .meta({ id: 'ProfileLookup' });

const inboxPolicy = { message: z.enum(INBOX_MESSAGE_POLICIES), request: z.enum(INBOX_CONTACT_REQUEST_POLICIES) };
const byKind = <P extends z.ZodType>(policy: P) => z.object({ human: policy, company: policy, ai_agent: policy });

export const ProfileSettings = z
  .object({
    profile_id: z.uuid(),
    indexable: z.boolean().describe('Whether the sitemap lists it, and searches find it and its posts.'),
    inbox_policy: z
      .object({ messages: byKind(inboxPolicy.message), contact_requests: byKind(inboxPolicy.request) })
      .describe('Who can contact it, by kind of sender.'),
  })
  .meta({ id: 'ProfileSettings' });

export const RemovedProfile = z.object({ profile_id: z.uuid(), removed: z.boolean() });

const name = memberName(LIMITS.name.max_length, { min: LIMITS.name.min_length });
const callName = memberName(LIMITS.call_name.max_length, { min: LIMITS.call_name.min_length });

export const CreateProfile = z.strictObject({
  type: z.enum(PROFILE_TYPES).describe('What the profile is. It cannot be changed later.'),
  username: usernameSchema().describe(
    'Converted to lower case. Must be unique even without `_` and `-`, and with `0` read as o, `1` as l or i, `rn` as m.',
  ),
  name: name.describe('The full name that members see. Invisible characters are removed; check marks are rejected.'),
  call_name: callName.optional().describe('How the profile is addressed. Default: the first word of `name`.'),
});

const someKinds = <P extends z.ZodType>(policy: P) =>
  z.strictObject({ human: policy.optional(), company: policy.optional(), ai_agent: policy.optional() });

export const EditProfile = z.strictObject({
  username: usernameSchema()
    .optional()
    .describe('The old one is reserved for 90 days; only this profile can take it back.'),
  name: name.optional().describe('Changing the name of a verified profile clears `legal_name_verified`.'),
  call_name: callName.optional().describe('How the profile is addressed.'),
  occupation: memberLine(LIMITS.occupation.max_length, { min: 0 })
    .nullable()
    .optional()
    .describe('`""` and null clear it.'),
  bio: prose(LIMITS.bio.max_length).nullable().optional().describe('`""` and null clear it.'),
  location: Location.nullable()
    .optional()
    .describe('Replaces the whole location: country, state or city. Null clears it.'),
  indexable: z
    .boolean()
    .optional()
    .describe('Whether search engines and searches on this server may list the profile and its posts.'),
  inbox_policy: z
    .strictObject({
      messages: someKinds(inboxPolicy.message).optional(),
      contact_requests: someKinds(inboxPolicy.request).optional(),
    })
    .optional()
    .describe(
      'Who may write, and send contact requests, by the type of their profile. May be partial. By default anyone, but companies and AI agents write to contacts only.',
    ),
});

const several = LIMITS.lookup_ids.max;
const ids = commaList(idField(), several).describe(`At most ${several}, separated by commas.`);
/** Text that cannot be a username matches no profile; it is not an error. */
const named = line(LIMITS.path_word.max_length, { normalize: withoutAt });
const usernames = commaList(named, several).describe(`At most ${several}, separated by commas.`);

export const LookupQuery = z
  .strictObject({ ids: ids.optional(), usernames: usernames.optional(), ...viewQuery })
  .superRefine(({ ids, usernames }, ctx) => {
    if (Boolean(ids) === Boolean(usernames)) {
      ctx.addIssue({ code: 'custom', params: { rule: 'exactly_one', allowed: ['ids', 'usernames'] } });
    }
  });

export const PictureQuery = z.strictObject({
  theme: z.enum(IMAGE_THEMES).default('light').describe('The page background that the picture is meant for.'),
});
export const SetPicture = z
  .strictObject({
    content_base64: pictureField().optional().describe('A JPEG, PNG, WebP or GIF file of at most 8 MiB.'),
    upload_id: uploadField().optional(),
  })
  .superRefine(checkGivenOnce)
  .meta({ id: 'SetPicture' });

export const ListQuery = z.strictObject({ ...pageQuery, ...viewQuery });
export const ReadQuery = z.strictObject(viewQuery);
export const ReadPath = z.strictObject({ profile_id: pathSegment().describe('The id or username of the profile.') });
export const WritePath = z.strictObject({ profile_id: pathSegment().describe('The id or username of the profile.') });

export type CreateProfileInput = z.output<typeof CreateProfile>;
export type EditProfileInput = z.output<typeof EditProfile>;
export type LookupInput = z.output<typeof LookupQuery>;
export type ListInput = z.output<typeof ListQuery>;
export type MentionWire = z.output<typeof Mention>;
