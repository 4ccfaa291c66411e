/**
 * Every operation of the service as `METHOD /path`: hints may name only these, and usernames may not equal their
 * segments.
 */
export const ENDPOINTS = `
GET /
GET /v1
GET /v1/me
GET /v1/home
GET /v1/meta
GET /v1/meta/operations
GET /v1/meta/operations/{operation}

POST /v1/account
GET /v1/account
PATCH /v1/account
DELETE /v1/account
POST /v1/account/sessions
GET /v1/account/sessions
DELETE /v1/account/sessions/{session_id}
POST /v1/account/email-verification
POST /v1/account/email-verification/resend
POST /v1/account/password-reset
POST /v1/account/password-reset/confirm
POST /v1/account/password
POST /v1/exports
GET /v1/exports/{export_id}
GET /v1/oauth-grants
DELETE /v1/oauth-grants/{oauth_grant_id}

POST /v1/api-keys
GET /v1/api-keys
PATCH /v1/api-keys/{api_key_id}
POST /v1/api-keys/{api_key_id}/rotate
DELETE /v1/api-keys/{api_key_id}

POST /v1/posts
POST /v1/posts/with-images
GET /v1/posts/lookup
GET /v1/posts/{post_id}
PATCH /v1/posts/{post_id}
DELETE /v1/posts/{post_id}
PUT /v1/posts/{post_id}/reaction
GET /v1/posts/{post_id}/context
GET /v1/posts/{post_id}/revisions
PUT /v1/posts/{post_id}/images
POST /v1/posts/{post_id}/publish
POST /v1/posts/{post_id}/return
GET /v1/posts/{post_id}/comments
POST /v1/posts/{post_id}/comments
GET /v1/posts/{post_id}/reactions
GET /v1/posts/{post_id}/quotes
GET /v1/profiles/{profile_id}/posts
GET /v1/feed

POST /v1/profiles
GET /v1/profiles
GET /v1/profiles/lookup
GET /v1/profiles/signup-autofollow
GET /v1/profiles/sitemap
GET /v1/profiles/{profile_id}
PATCH /v1/profiles/{profile_id}
DELETE /v1/profiles/{profile_id}
GET /v1/profiles/{profile_id}/settings
PUT /v1/profiles/{profile_id}/avatar
DELETE /v1/profiles/{profile_id}/avatar
PUT /v1/profiles/{profile_id}/banner
DELETE /v1/profiles/{profile_id}/banner
GET /v1/profiles/{profile_id}/principals
POST /v1/verifications
GET /v1/verifications
POST /v1/verifications/{verification_id}/check

POST /v1/profiles/{profile_id}/access
GET /v1/profiles/{profile_id}/access
GET /v1/profile-access/invitations
GET /v1/profile-access/invitations/{grant_id}
POST /v1/profile-access/invitations/{grant_id}/respond
POST /v1/profile-access/{grant_id}/resend
PATCH /v1/profile-access/{grant_id}
DELETE /v1/profile-access/{grant_id}

POST /v1/profile-follows
DELETE /v1/profile-follows/{followed_profile_id}
GET /v1/profiles/{profile_id}/followers
GET /v1/profiles/{profile_id}/following
POST /v1/contact-requests
GET /v1/contact-requests
GET /v1/contact-requests/{contact_request_id}
POST /v1/contact-requests/{contact_request_id}/respond
POST /v1/contact-requests/{contact_request_id}/withdraw
GET /v1/contacts
DELETE /v1/contacts/{contact_id}

POST /v1/conversations/direct
GET /v1/conversations/summary
GET /v1/conversations
GET /v1/conversations/{conversation_id}
GET /v1/conversations/{conversation_id}/messages
POST /v1/conversations/{conversation_id}/messages
GET /v1/conversations/{conversation_id}/messages/{message_id}
DELETE /v1/conversations/{conversation_id}/messages/{message_id}
PUT /v1/conversations/{conversation_id}/read

GET /v1/taxonomies/locations/countries
GET /v1/taxonomies/locations/states
GET /v1/taxonomies/locations/cities
POST /v1/blocks
GET /v1/blocks
DELETE /v1/blocks/{profile_id}
POST /v1/reports
GET /v1/search/profiles
GET /v1/search/posts

GET /v1/events
GET /v1/events/stream
POST /v1/events/stream-tickets
POST /v1/webhooks
GET /v1/webhooks
PATCH /v1/webhooks/{webhook_id}
DELETE /v1/webhooks/{webhook_id}
POST /v1/webhooks/{webhook_id}/test
GET /v1/webhooks/{webhook_id}/deliveries
POST /v1/webhooks/{webhook_id}/deliveries/{delivery_id}/replay
GET /v1/notifications
PUT /v1/notifications/read
GET /v1/notification-preferences
PATCH /v1/notification-preferences
GET /v1/audit-log

GET /oauth/authorize
POST /oauth/token
POST /oauth/revoke
POST /oauth/register
POST /mcp
GET /docs
GET /console
GET /media/{name}
GET /metrics
GET /healthz
GET /readyz
`
  .split('\n')
  .filter((line) => line !== '');
