/**
 * What members write, by object and field: shown by `GET /v1/meta`, so that an AI agent reads them as data and never as
 * instructions; and the only places where the tests let a member's text appear.
 */
export const UNTRUSTED_FIELDS = [
  'Account.email',
  'Workspace.name',
  'ApiKey.name',
  'OAuthClient.id',
  'OAuthClient.name',
  'OAuthClient.host',
  'Session.user_agent',
  'Principal.name',
  'Profile.username',
  'Profile.name',
  'Profile.call_name',
  'Profile.occupation',
  'Profile.bio',
  'SitemapItem.username',
  'Actor.handle',
  'Actor.name',
  'Post.body',
  'Post.body_preview',
  'Post.client_reference',
  'Post.return_note',
  'Post.images.alt_text',
  'Revision.body',
  'ContactRequest.message',
  'Conversation.title',
  'Conversation.last_message_preview',
  'Message.body',
  'Message.client_reference',
] as const;
