/** Segments of current and future paths of the service, which `/@{username}` must not be confused with. */
const PATH_WORDS = `
  access account act api-keys appeals audit-log authorize avatar banner blocks bookmark bookmarks check cities comments confirm console contact-requests
  contacts context conversations countries current decide deliveries direct docs email-verification events exports feed
  followers following healthz home images invitations locations lookup mcp me media messages meta metrics mute mutes
  notification-preferences notifications oauth oauth-grants openapi openapi.json openapi-operator.json operations password password-reset posts
  principals profile-access profile-follows profiles publish quotes reaction reactions read readyz recovery-codes register replay reports
  resend respond return revisions revoke robots roles rotate rotate-secret search second-factor sessions settings
  sign-up-blocks sign-ups signup-autofollow sitemap states stream
  stream-tickets summary suspension taxonomies test token unsubscribe v1 v2 v3 verifications webhooks well-known with-images withdraw
`;

/** Pages and hosts that similar services usually have, or that software looks for on its own. */
const PAGE_WORDS = `
  about account-settings accounts analytics api app apps articles assets auth blog brand business businesses callback
  careers cdn changelog community companies company-pages cookies copyright dashboard delete desktop dev developer
  developers dns download downloads edit email explore export faq favicon fonts forgot-password ftp graphql groups guide
  guidelines guides health host humans.txt imap import imprint invite jobs join learning legal licence license localhost
  login logout mail manifest members mobile network new news newsletter onboarding org page pages partner partners pay
  payment payments people plans policy pop3 post premium press pricing privacy profile public register-account relay rss
  rules save script sdk security.txt session share shop sign-in sign-out sign-up signin signout signup site smtp ssl
  static status stats store styles subscribe suggestions swagger terms tos trending trust unsubscribe upload uploads url
  user users verification verify web webhook webhook-test wiki www
`;

const wordsOf = (words: string): string[] => words.replaceAll('.', '').trim().split(/\s+/);

/** Roles that a member must not impersonate: the staff of the service and the mailboxes of RFC 2142. */
export const ROLE_WORDS: readonly string[] = wordsOf(`
  abuse admin administrator administrators admins billing bot bots ceo contact contact-us customer-care customer-service
  customer-support daemon feedback finance founder help help-center helpdesk hostmaster info marketing mod moderation
  moderator moderators mods no-reply noc noreply nobody official operator operators owner ownership postmaster pronet
  pronet-admin pronet-official pronet-support pronet-team root safety sales security staff superadmin superuser support
  support-team sysadmin sysop system team the-team tech-support trust-and-safety usenet uucp verified webmaster
`);

/** Names that the service itself displays, and words that programs treat as "no value". */
const SPECIAL_WORDS = `
  anonymous any anyone company deleted deleted-member deleted-user everybody everyone false ghost guest guests human
  ai-agent ai-agents all agent assistant member nan nil none null removed self someone somebody suspended true undefined
  unknown unnamed
`;

/** Every reserved username, in one spelling. `isReserved` compares. */
export const RESERVED_USERNAMES: readonly string[] = [
  ...[PATH_WORDS, PAGE_WORDS, SPECIAL_WORDS].flatMap(wordsOf),
  ...ROLE_WORDS,
];
