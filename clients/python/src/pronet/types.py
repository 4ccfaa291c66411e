# Generated from the OpenAPI document by `npm run client:generate`. Do not edit.
"""What requests take and responses contain."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import NotRequired


class Links(TypedDict):
    version: str
    docs: str
    openapi: str
    meta: str
    operations: str
    console: str
    mcp: str
    sign_up: str


class Meta(TypedDict):
    version: str
    commit: str | None
    committed_at: str | None
    sign_up: Literal["open", "approval", "invite", "closed"]
    sends_mails: bool
    enums: dict[str, list[str]]
    limits: dict[str, Any]
    webhook_loopback_allowed: bool
    error_codes: list[ErrorCodeInfo]
    untrusted_fields: list[str]
    attributions: list[Attribution]


class ErrorCodeInfo(TypedDict):
    code: str
    status: int
    message: str
    hint: str


class Attribution(TypedDict):
    name: str
    licence: str
    url: str


class OperationList(TypedDict):
    items: list[OperationGroup]
    next_cursor: None


class OperationGroup(TypedDict):
    scope: str | None
    operations: dict[str, str]


View = Literal["compact", "default", "full"]


class MetaGetOperationResult(TypedDict):
    operation: str
    method: str
    path: str
    summary: str
    description: str
    scope: str | None
    profile_header: Literal["required", "required_or_guest", "optional", "none"]
    request_schema: MetaGetOperationResultRequestSchema
    response_schema: dict[str, Any] | None
    example: MetaGetOperationResultExample
    error_codes: list[str]


class MetaGetOperationResultRequestSchema(TypedDict):
    path: dict[str, Any] | None
    query: dict[str, Any] | None
    body: dict[str, Any] | None


class MetaGetOperationResultExample(TypedDict):
    body: Any
    data: Any


class PartialMetaGetOperationResult(TypedDict):
    operation: NotRequired[str]
    method: NotRequired[str]
    path: NotRequired[str]
    summary: NotRequired[str]
    description: NotRequired[str]
    scope: NotRequired[str | None]
    profile_header: NotRequired[Literal["required", "required_or_guest", "optional", "none"]]
    request_schema: NotRequired[PartialMetaGetOperationResultRequestSchema]
    response_schema: NotRequired[dict[str, Any] | None]
    example: NotRequired[PartialMetaGetOperationResultExample]
    error_codes: NotRequired[list[str]]


class PartialMetaGetOperationResultRequestSchema(TypedDict):
    path: NotRequired[dict[str, Any] | None]
    query: NotRequired[dict[str, Any] | None]
    body: NotRequired[dict[str, Any] | None]


class PartialMetaGetOperationResultExample(TypedDict):
    body: NotRequired[Any]
    data: NotRequired[Any]


class AccountCreateResult(TypedDict):
    account: Account
    workspace: Workspace
    session: NewSession


class Account(TypedDict):
    id: str
    email: str
    email_verified: bool
    second_factor: bool
    created_at: str
    deletion_scheduled_at: str | None


class Workspace(TypedDict):
    id: str
    name: str


class NewSession(TypedDict):
    id: str
    token: str
    expires_at: str


class AccountGetResult(TypedDict):
    account: Account
    workspace: Workspace
    recovery_codes_left: int


class AccountUpdateResult(TypedDict):
    account: Account
    workspace: Workspace
    recovery_codes_left: int


class AccountRemoveResult(TypedDict):
    account: Account


class AccountVerifyEmailResult(TypedDict):
    account: Account


class AccountResendVerificationResult(TypedDict):
    accepted: Literal[True]


class AccountChangeEmailResult(TypedDict):
    accepted: Literal[True]


class AccountCreateSessionResult(TypedDict):
    account: Account
    session: NewSession
    deletion_cancelled: bool


class Session(TypedDict):
    id: str
    created_at: str
    last_used_at: str | None
    user_agent: str | None
    ip_prefix: str | None
    current: bool


class AccountRevokeSessionResult(TypedDict):
    session_id: str
    revoked: bool


class AccountChangePasswordResult(TypedDict):
    account: Account


class AccountRequestPasswordResetResult(TypedDict):
    accepted: Literal[True]


class AccountConfirmPasswordResetResult(TypedDict):
    account: Account
    api_keys_to_check: int


class AccountCreateSecondFactorResult(TypedDict):
    secret: str
    uri: str


class AccountRemoveSecondFactorResult(TypedDict):
    account: Account


class RecoveryCodes(TypedDict):
    recovery_codes: list[str]


class ExportsCreateResult(TypedDict):
    export: Export


class Export(TypedDict):
    id: str
    status: ExportStatus
    created_at: str
    expires_at: str | None
    url: str | None


ExportStatus = Literal["pending", "ready", "failed"]


class ExportsGetResult(TypedDict):
    export: Export


Scope = Literal[
    "posts:read",
    "posts:write",
    "posts:all",
    "comments:read",
    "comments:write",
    "comments:all",
    "feed:read",
    "feed:write",
    "feed:all",
    "messages:read",
    "messages:write",
    "messages:all",
    "contacts:read",
    "contacts:write",
    "contacts:all",
    "follows:read",
    "follows:write",
    "follows:all",
    "profiles:read",
    "profiles:write",
    "profiles:all",
    "notifications:read",
    "notifications:write",
    "notifications:all",
    "audit:read",
    "audit:all",
    "safety:read",
    "safety:write",
    "safety:all",
    "access:read",
    "access:write",
    "access:all",
    "keys:read",
    "keys:write",
    "keys:all",
    "webhooks:read",
    "webhooks:write",
    "webhooks:all",
    "operator:read",
    "operator:write",
    "operator:all",
    "all:read",
    "all:write",
    "all:all",
]


Permission = Literal[
    "posting",
    "drafting",
    "commenting",
    "messaging",
    "networking",
    "following",
    "profile_editing",
    "access_management",
]


class KeysCreateResult(TypedDict):
    api_key: ApiKey
    secret: str


class ApiKey(TypedDict):
    id: str
    name: str
    prefix: str
    scopes: list[str]
    profile_ids: list[str]
    permissions: list[Permission] | None
    for_agent: bool
    parent_key_id: str | None
    expires_at: str | None
    last_used_at: str | None
    created_at: str
    rotated_at: str | None
    revoked_at: str | None


class KeysUpdateResult(TypedDict):
    api_key: ApiKey


class KeysRevokeResult(TypedDict):
    api_key_id: str
    revoked: bool


class KeysRotateResult(TypedDict):
    api_key: ApiKey
    secret: str


class OAuthGrant(TypedDict):
    id: str
    client: OAuthClient
    scopes: list[str]
    permissions: list[Permission] | None
    profile_ids: list[str]
    created_at: str
    last_used_at: str | None


class OAuthClient(TypedDict):
    id: str
    name: str
    host: str | None


class OauthGrantsRevokeResult(TypedDict):
    oauth_grant_id: str
    revoked: bool


class Me(TypedDict):
    principal: MePrincipal
    account: MeAccount
    scopes: list[str]
    profiles: list[ManagedProfile]
    active_profile_id: str | None
    rate_limit: MeRateLimit | None
    rate_limits: list[RateLimit]


class MePrincipal(TypedDict):
    type: PrincipalType
    id: str
    name: str


PrincipalType = Literal["session", "api_key", "oauth"]


class MeAccount(TypedDict):
    id: str
    email: str | None
    email_verified: bool
    waiting_since: str | None
    suspension: MeAccountSuspension | None


class MeAccountSuspension(TypedDict):
    reason: str | None
    since: str
    until: str | None


class ManagedProfile(TypedDict):
    profile: Profile
    actor_id: str
    owned: bool
    permissions: list[Permission]


class Profile(TypedDict):
    id: str
    url: str
    username: str
    type: ProfileType
    name: str
    call_name: str
    legal_name_verified: bool
    verified_domain: str | None
    active_plan: ActivePlan
    occupation: str | None
    location: ProfileLocation
    bio: str | None
    created_at: str
    updated_at: str
    media: ProfileMedia
    viewer: Viewer | None


ProfileType = Literal["human", "company", "ai_agent"]


ActivePlan = Literal["core", "pro", "business"]


class ProfileLocation(TypedDict):
    country_code: str | None
    country_name: str | None
    state_code: str | None
    state_name: str | None
    city_name: str | None


class ProfileMedia(TypedDict):
    avatar: ThemedImage
    banner: ThemedImage


class ThemedImage(TypedDict):
    light: ImageSizes
    dark: ImageSizes
    fallback: ImageTheme | None


class ImageSizes(TypedDict):
    source_url: str | None
    large_url: str | None
    medium_url: str | None
    small_url: str | None


ImageTheme = Literal["light", "dark"]


class Viewer(TypedDict):
    following: bool
    followed_by: bool
    contact: ViewerContact
    blocked: bool
    can_message: bool
    can_request_contact: bool


ViewerContact = Literal["none", "outgoing_request", "incoming_request", "contact"]


class MeRateLimit(TypedDict):
    limit: int
    remaining: int
    reset_seconds: int


class RateLimit(TypedDict):
    name: RateLimitName
    per: RateLimitPer
    window_seconds: int
    limit: int
    remaining: int
    reset_seconds: int


RateLimitName = Literal[
    "credential",
    "credential_writes",
    "account",
    "account_writes",
    "anonymous",
    "invalid_credentials",
    "repeated_invalid_credential",
    "pages_and_files",
    "sign_in",
    "sign_up",
    "password_reset",
    "oauth_registrations",
    "oauth_client_documents",
    "posts",
    "added_mentions",
    "comments",
    "reactions_and_follows",
    "new_follows",
    "messages",
    "ai_agent_conversation",
    "new_conversations",
    "contact_requests",
    "account_new_conversations",
    "account_contact_requests",
    "reports",
    "account_reports",
    "invitations",
    "profiles_created",
    "renames",
    "exports",
    "verifications",
    "verification_checks",
    "images",
    "image_bytes",
    "search",
    "email_changes",
    "webhook_sends",
]


RateLimitPer = Literal["credential", "address", "account", "profile", "conversation"]


class PartialMe(TypedDict):
    principal: NotRequired[PartialMePrincipal]
    account: NotRequired[PartialMeAccount]
    scopes: NotRequired[list[str]]
    profiles: NotRequired[list[PartialManagedProfile]]
    active_profile_id: NotRequired[str | None]
    rate_limit: NotRequired[PartialMeRateLimit | None]
    rate_limits: NotRequired[list[PartialRateLimit]]


class PartialMePrincipal(TypedDict):
    type: NotRequired[PrincipalType]
    id: NotRequired[str]
    name: NotRequired[str]


class PartialMeAccount(TypedDict):
    id: NotRequired[str]
    email: NotRequired[str | None]
    email_verified: NotRequired[bool]
    waiting_since: NotRequired[str | None]
    suspension: NotRequired[PartialMeAccountSuspension | None]


class PartialMeAccountSuspension(TypedDict):
    reason: NotRequired[str | None]
    since: NotRequired[str]
    until: NotRequired[str | None]


class PartialManagedProfile(TypedDict):
    profile: NotRequired[PartialProfile]
    actor_id: NotRequired[str]
    owned: NotRequired[bool]
    permissions: NotRequired[list[Permission]]


class PartialProfile(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]
    username: NotRequired[str]
    type: NotRequired[ProfileType]
    name: NotRequired[str]
    call_name: NotRequired[str]
    legal_name_verified: NotRequired[bool]
    verified_domain: NotRequired[str | None]
    active_plan: NotRequired[ActivePlan]
    occupation: NotRequired[str | None]
    location: NotRequired[PartialProfileLocation]
    bio: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]
    media: NotRequired[PartialProfileMedia]
    viewer: NotRequired[PartialViewer | None]


class PartialProfileLocation(TypedDict):
    country_code: NotRequired[str | None]
    country_name: NotRequired[str | None]
    state_code: NotRequired[str | None]
    state_name: NotRequired[str | None]
    city_name: NotRequired[str | None]


class PartialProfileMedia(TypedDict):
    avatar: NotRequired[PartialThemedImage]
    banner: NotRequired[PartialThemedImage]


class PartialThemedImage(TypedDict):
    light: NotRequired[PartialImageSizes]
    dark: NotRequired[PartialImageSizes]
    fallback: NotRequired[ImageTheme | None]


class PartialImageSizes(TypedDict):
    source_url: NotRequired[str | None]
    large_url: NotRequired[str | None]
    medium_url: NotRequired[str | None]
    small_url: NotRequired[str | None]


class PartialViewer(TypedDict):
    following: NotRequired[bool]
    followed_by: NotRequired[bool]
    contact: NotRequired[ViewerContact]
    blocked: NotRequired[bool]
    can_message: NotRequired[bool]
    can_request_contact: NotRequired[bool]


class PartialMeRateLimit(TypedDict):
    limit: NotRequired[int]
    remaining: NotRequired[int]
    reset_seconds: NotRequired[int]


class PartialRateLimit(TypedDict):
    name: NotRequired[PartialRateLimitName]
    per: NotRequired[PartialRateLimitPer]
    window_seconds: NotRequired[int]
    limit: NotRequired[int]
    remaining: NotRequired[int]
    reset_seconds: NotRequired[int]


PartialRateLimitName = Literal[
    "credential",
    "credential_writes",
    "account",
    "account_writes",
    "anonymous",
    "invalid_credentials",
    "repeated_invalid_credential",
    "pages_and_files",
    "sign_in",
    "sign_up",
    "password_reset",
    "oauth_registrations",
    "oauth_client_documents",
    "posts",
    "added_mentions",
    "comments",
    "reactions_and_follows",
    "new_follows",
    "messages",
    "ai_agent_conversation",
    "new_conversations",
    "contact_requests",
    "account_new_conversations",
    "account_contact_requests",
    "reports",
    "account_reports",
    "invitations",
    "profiles_created",
    "renames",
    "exports",
    "verifications",
    "verification_checks",
    "images",
    "image_bytes",
    "search",
    "email_changes",
    "webhook_sends",
]


PartialRateLimitPer = Literal["credential", "address", "account", "profile", "conversation"]


class SingleProfile(Profile):
    followers_count: int
    following_count: int
    posts_count: int
    contacts_count: int | None
    indexable: bool
    operated_by: SingleProfileOperatedBy | None


class SingleProfileOperatedBy(TypedDict):
    profile_id: str
    username: str
    legal_name_verified: bool
    verified_domain: str | None


class PartialSingleProfile(PartialProfile):
    followers_count: NotRequired[int]
    following_count: NotRequired[int]
    posts_count: NotRequired[int]
    contacts_count: NotRequired[int | None]
    indexable: NotRequired[bool]
    operated_by: NotRequired[PartialSingleProfileOperatedBy | None]


class PartialSingleProfileOperatedBy(TypedDict):
    profile_id: NotRequired[str]
    username: NotRequired[str]
    legal_name_verified: NotRequired[bool]
    verified_domain: NotRequired[str | None]


class ProfilesUpdateLocation(TypedDict):
    country_code: str
    state_code: NotRequired[str | None]
    city_name: NotRequired[str | None]


class ProfilesUpdateInboxPolicy(TypedDict):
    messages: NotRequired[ProfilesUpdateInboxPolicyMessages]
    contact_requests: NotRequired[ProfilesUpdateInboxPolicyContactRequests]


class ProfilesUpdateInboxPolicyMessages(TypedDict):
    human: NotRequired[MessagePolicy]
    company: NotRequired[MessagePolicy]
    ai_agent: NotRequired[MessagePolicy]


MessagePolicy = Literal["anyone", "contacts", "nobody"]


class ProfilesUpdateInboxPolicyContactRequests(TypedDict):
    human: NotRequired[ContactRequestPolicy]
    company: NotRequired[ContactRequestPolicy]
    ai_agent: NotRequired[ContactRequestPolicy]


ContactRequestPolicy = Literal["anyone", "nobody"]


class ProfilesRemoveResult(TypedDict):
    profile_id: str
    removed: bool


class ProfileLookup(TypedDict):
    items: list[Profile]
    not_found: list[str]


class PartialProfileLookup(TypedDict):
    items: NotRequired[list[PartialProfile]]
    not_found: NotRequired[list[str]]


class ProfileSettings(TypedDict):
    profile_id: str
    indexable: bool
    inbox_policy: ProfileSettingsInboxPolicy


class ProfileSettingsInboxPolicy(TypedDict):
    messages: ProfileSettingsInboxPolicyMessages
    contact_requests: ProfileSettingsInboxPolicyContactRequests


class ProfileSettingsInboxPolicyMessages(TypedDict):
    human: MessagePolicy
    company: MessagePolicy
    ai_agent: MessagePolicy


class ProfileSettingsInboxPolicyContactRequests(TypedDict):
    human: ContactRequestPolicy
    company: ContactRequestPolicy
    ai_agent: ContactRequestPolicy


class Sitemap(TypedDict):
    items: list[SitemapItem]


class SitemapItem(TypedDict):
    username: str
    type: ProfileType
    updated_at: str


class ProfileSuggestions(TypedDict):
    items: list[ProfileSuggestion]
    active_profile_id: str | None


class ProfileSuggestion(Profile):
    followers_count: int
    following: bool
    signup_autofollow: bool


class PartialProfileSuggestions(TypedDict):
    items: NotRequired[list[PartialProfileSuggestion]]
    active_profile_id: NotRequired[str | None]


class PartialProfileSuggestion(PartialProfile):
    followers_count: NotRequired[int]
    following: NotRequired[bool]
    signup_autofollow: NotRequired[bool]


VerificationMethod = Literal["domain", "operator"]


class VerificationsCreateResult(TypedDict):
    verification: Verification


class Verification(TypedDict):
    id: str
    profile_id: str
    method: VerificationMethod
    domain: str | None
    dns_record: VerificationDnsRecord | None
    status: VerificationStatus
    reason: VerificationReason | None
    answer: str | None
    created_at: str
    checked_at: str | None
    expires_at: str | None


class VerificationDnsRecord(TypedDict):
    type: Literal["TXT"]
    name: str
    value: str


VerificationStatus = Literal["pending", "verified", "rejected", "expired"]


VerificationReason = Literal[
    "record_missing",
    "record_differs",
    "dns_unreachable",
    "declined",
    "name_changed",
    "time_over",
]


class VerificationsCheckResult(TypedDict):
    verification: Verification


class AccessInviteBudget(TypedDict):
    posts_per_day: NotRequired[int | None]
    messages_per_day: NotRequired[int | None]
    contact_requests_per_day: NotRequired[int | None]


class AccessInviteResult(TypedDict):
    access_grant: AccessGrant


class AccessGrant(TypedDict):
    id: str
    profile_id: str
    manager_profile: Profile
    permissions: list[Permission]
    status: AccessGrantStatus
    budget: Budgets | None
    expires_at: str | None
    public: bool
    accepted_at: str | None
    declined_at: str | None
    revoked_at: str | None
    created_at: str
    updated_at: str


AccessGrantStatus = Literal["pending", "accepted", "declined", "revoked", "expired"]


class Budgets(TypedDict):
    posts_per_day: BudgetLimit | None
    messages_per_day: BudgetLimit | None
    contact_requests_per_day: BudgetLimit | None


class BudgetLimit(TypedDict):
    limit: int
    left: int


class PartialAccessGrant(TypedDict):
    id: NotRequired[str]
    profile_id: NotRequired[str]
    manager_profile: NotRequired[PartialProfile]
    permissions: NotRequired[list[Permission]]
    status: NotRequired[AccessGrantStatus]
    budget: NotRequired[PartialBudgets | None]
    expires_at: NotRequired[str | None]
    public: NotRequired[bool]
    accepted_at: NotRequired[str | None]
    declined_at: NotRequired[str | None]
    revoked_at: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]


class PartialBudgets(TypedDict):
    posts_per_day: NotRequired[PartialBudgetLimit | None]
    messages_per_day: NotRequired[PartialBudgetLimit | None]
    contact_requests_per_day: NotRequired[PartialBudgetLimit | None]


class PartialBudgetLimit(TypedDict):
    limit: NotRequired[int]
    left: NotRequired[int]


class AccessUpdateBudget(TypedDict):
    posts_per_day: NotRequired[int | None]
    messages_per_day: NotRequired[int | None]
    contact_requests_per_day: NotRequired[int | None]


class AccessUpdateResult(TypedDict):
    access_grant: AccessGrant
    ended_grants: list[AccessGrant]
    narrowed_grants: list[AccessGrant]


class AccessRevokeResult(TypedDict):
    access_grant: AccessGrant
    ended_grants: list[AccessGrant]
    narrowed_grants: list[AccessGrant]


class ProfilePrincipal(TypedDict):
    profile: Profile
    permissions: list[Permission]
    since: str
    direction: PrincipalDirection


PrincipalDirection = Literal["acts_for", "acted_for_by"]


class PartialProfilePrincipal(TypedDict):
    profile: NotRequired[PartialProfile]
    permissions: NotRequired[list[Permission]]
    since: NotRequired[str]
    direction: NotRequired[PrincipalDirection]


class Invitation(TypedDict):
    access_grant: AccessGrant
    managed_profile: Profile


class PartialInvitation(TypedDict):
    access_grant: NotRequired[PartialAccessGrant]
    managed_profile: NotRequired[PartialProfile]


AccessGrantDecision = Literal["accept", "decline"]


class AccessResendResult(TypedDict):
    access_grant: AccessGrant


class PostFields(TypedDict):
    id: str
    url: str
    profile_id: str
    kind: PostKind
    is_golden_ticket: bool
    body_preview: str
    body_truncated: bool
    mentions: list[Mention]
    links: list[TextLink]
    images: list[PostImage]
    image_count: int
    reply_to_post_id: str | None
    root_post_id: str | None
    quoted_post_id: str | None
    visibility: Visibility
    status: PostStatus
    scheduled_at: str | None
    published_at: str | None
    reply_count: int
    likes_count: int
    comments_count: int
    quotes_count: int
    viewer_reaction: ReactionType | None
    created_at: str
    updated_at: str
    ai_disclosure: AiDisclosure
    edited_at: str | None
    revision: int
    client_reference: str | None
    return_note: str | None
    manager_profile_id: str | None
    several_writers: bool | None
    written_with: str | None
    target_changed: bool
    body: NotRequired[str]


PostKind = Literal["post", "comment", "quote"]


class Mention(TypedDict):
    profile_id: str
    username: str
    start: int
    end: int


class TextLink(TypedDict):
    url: str
    start: int
    end: int


class PostImage(TypedDict):
    id: str
    url: str
    width: int
    height: int
    alt_text: str | None


Visibility = Literal["public", "members", "contacts"]


PostStatus = Literal["draft", "pending_approval", "scheduled", "published", "removed"]


ReactionType = Literal["like", "celebrate", "support", "love", "insightful", "funny"]


AiDisclosure = Literal["none", "assisted", "generated"]


class Post(PostFields):
    quoted_post: QuotedPost | None
    byline: Byline | None


class QuotedPost(TypedDict):
    post: PostFields
    profile: Profile


class Byline(TypedDict):
    written_by: CompactProfile
    approved_by: CompactProfile | None


class CompactProfile(TypedDict):
    id: str
    username: str
    type: ProfileType
    name: str
    legal_name_verified: bool
    verified_domain: str | None
    occupation: str | None
    avatar_url: str | None


class PostWithAuthor(Post):
    profile: Profile


class PartialPostFields(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]
    profile_id: NotRequired[str]
    kind: NotRequired[PostKind]
    is_golden_ticket: NotRequired[bool]
    body_preview: NotRequired[str]
    body_truncated: NotRequired[bool]
    mentions: NotRequired[list[PartialMention]]
    links: NotRequired[list[PartialTextLink]]
    images: NotRequired[list[PartialPostImage]]
    image_count: NotRequired[int]
    reply_to_post_id: NotRequired[str | None]
    root_post_id: NotRequired[str | None]
    quoted_post_id: NotRequired[str | None]
    visibility: NotRequired[Visibility]
    status: NotRequired[PostStatus]
    scheduled_at: NotRequired[str | None]
    published_at: NotRequired[str | None]
    reply_count: NotRequired[int]
    likes_count: NotRequired[int]
    comments_count: NotRequired[int]
    quotes_count: NotRequired[int]
    viewer_reaction: NotRequired[ReactionType | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]
    ai_disclosure: NotRequired[AiDisclosure]
    edited_at: NotRequired[str | None]
    revision: NotRequired[int]
    client_reference: NotRequired[str | None]
    return_note: NotRequired[str | None]
    manager_profile_id: NotRequired[str | None]
    several_writers: NotRequired[bool | None]
    written_with: NotRequired[str | None]
    target_changed: NotRequired[bool]
    body: NotRequired[str]


class PartialMention(TypedDict):
    profile_id: NotRequired[str]
    username: NotRequired[str]
    start: NotRequired[int]
    end: NotRequired[int]


class PartialTextLink(TypedDict):
    url: NotRequired[str]
    start: NotRequired[int]
    end: NotRequired[int]


class PartialPostImage(TypedDict):
    id: NotRequired[str]
    url: NotRequired[str]
    width: NotRequired[int]
    height: NotRequired[int]
    alt_text: NotRequired[str | None]


class PartialPost(PartialPostFields):
    quoted_post: NotRequired[PartialQuotedPost | None]
    byline: NotRequired[PartialByline | None]


class PartialQuotedPost(TypedDict):
    post: NotRequired[PartialPostFields]
    profile: NotRequired[PartialProfile]


class PartialByline(TypedDict):
    written_by: NotRequired[PartialCompactProfile]
    approved_by: NotRequired[PartialCompactProfile | None]


class PartialCompactProfile(TypedDict):
    id: NotRequired[str]
    username: NotRequired[str]
    type: NotRequired[ProfileType]
    name: NotRequired[str]
    legal_name_verified: NotRequired[bool]
    verified_domain: NotRequired[str | None]
    occupation: NotRequired[str | None]
    avatar_url: NotRequired[str | None]


class PartialPostWithAuthor(PartialPost):
    profile: NotRequired[PartialProfile]


class EditedImageInput(TypedDict):
    id: str
    alt_text: NotRequired[str | None]


class Removal(TypedDict):
    post_id: str
    removed: bool


class PostContext(TypedDict):
    ancestors: list[ThreadItem]
    post: Post
    profile: Profile


ThreadItem = Union[
    "PostItem",
    "RemovedComment",
]


class PostItem(TypedDict):
    post: Post
    profile: Profile


class RemovedComment(TypedDict):
    id: str
    removed: Literal[True]
    reply_to_post_id: str
    root_post_id: str
    published_at: str
    reply_count: int


class PartialPostContext(TypedDict):
    ancestors: NotRequired[list[PartialThreadItem]]
    post: NotRequired[PartialPost]
    profile: NotRequired[PartialProfile]


PartialThreadItem = Union[
    "PartialPostItem",
    "PartialRemovedComment",
]


class PartialPostItem(TypedDict):
    post: NotRequired[PartialPost]
    profile: NotRequired[PartialProfile]


class PartialRemovedComment(TypedDict):
    id: NotRequired[str]
    removed: Literal[True]
    reply_to_post_id: NotRequired[str]
    root_post_id: NotRequired[str]
    published_at: NotRequired[str]
    reply_count: NotRequired[int]


class PostLookup(TypedDict):
    items: list[PostItem]
    not_found: list[str]


class PartialPostLookup(TypedDict):
    items: NotRequired[list[PartialPostItem]]
    not_found: NotRequired[list[str]]


class Reaction(TypedDict):
    profile: Profile
    reaction_type: ReactionType
    created_at: str


class PartialReaction(TypedDict):
    profile: NotRequired[PartialProfile]
    reaction_type: NotRequired[ReactionType]
    created_at: NotRequired[str]


class Revision(TypedDict):
    revision: int
    body: str
    created_at: str


PostsListOfProfileStatus = Literal["draft", "pending_approval", "scheduled", "published"]


class UploadedImageInput(TypedDict):
    upload_id: str
    alt_text: NotRequired[str]


class ReactionState(TypedDict):
    post_id: str
    likes_count: int
    viewer_reaction: ReactionType | None


class Upload(TypedDict):
    upload_id: str
    url: str
    expires_at: str


class BookmarkState(TypedDict):
    post_id: str
    bookmarked: bool


class Bookmark(PostItem):
    bookmarked_at: str


class PartialBookmark(PartialPostItem):
    bookmarked_at: NotRequired[str]


class FoundProfile(Profile):
    match: FoundProfileMatch


class FoundProfileMatch(TypedDict):
    field: Literal["name", "call_name", "username", "occupation"]


class PartialFoundProfile(PartialProfile):
    match: NotRequired[PartialFoundProfileMatch]


class PartialFoundProfileMatch(TypedDict):
    field: NotRequired[Literal["name", "call_name", "username", "occupation"]]


class FoundPost(PostItem):
    match: FoundPostMatch


class FoundPostMatch(TypedDict):
    field: Literal["body"]


class PartialFoundPost(PartialPostItem):
    match: NotRequired[PartialFoundPostMatch]


class PartialFoundPostMatch(TypedDict):
    field: Literal["body"]


class ProfileFollow(TypedDict):
    id: str
    follower_profile_id: str
    followed_profile_id: str
    created_at: str


class FollowsRemoveResult(TypedDict):
    followed_profile_id: str
    removed: bool


class FollowItem(TypedDict):
    profile_follow: ProfileFollow
    profile: Profile


class PartialFollowItem(TypedDict):
    profile_follow: NotRequired[PartialProfileFollow]
    profile: NotRequired[PartialProfile]


class PartialProfileFollow(TypedDict):
    id: NotRequired[str]
    follower_profile_id: NotRequired[str]
    followed_profile_id: NotRequired[str]
    created_at: NotRequired[str]


class ContactsCreateRequestResult(TypedDict):
    contact_request: ContactRequest


class ContactRequest(TypedDict):
    id: str
    profile_id: str
    requester_id: str
    requester_profile_id: str
    status: ContactRequestStatus
    message: str
    ai_disclosure: AiDisclosure
    responded_at: str | None
    created_at: str
    updated_at: str


ContactRequestStatus = Literal["pending", "accepted", "rejected", "withdrawn", "expired"]


ContactRequestDirection = Literal["incoming", "outgoing"]


class ContactRequestItem(TypedDict):
    contact_request: ContactRequest
    requester: Actor
    requester_profile: Profile
    addressee_profile: Profile


class Actor(TypedDict):
    id: str
    type: ActorType
    entity_id: str
    handle: str
    name: str
    legal_name_verified: bool
    verified_domain: str | None
    active_plan: ActivePlan
    avatar_url: str | None
    dark_avatar_url: str | None
    created_at: str
    updated_at: str


ActorType = Literal["profile", "guest"]


class PartialContactRequestItem(TypedDict):
    contact_request: NotRequired[PartialContactRequest]
    requester: NotRequired[PartialActor]
    requester_profile: NotRequired[PartialProfile]
    addressee_profile: NotRequired[PartialProfile]


class PartialContactRequest(TypedDict):
    id: NotRequired[str]
    profile_id: NotRequired[str]
    requester_id: NotRequired[str]
    requester_profile_id: NotRequired[str]
    status: NotRequired[ContactRequestStatus]
    message: NotRequired[str]
    ai_disclosure: NotRequired[AiDisclosure]
    responded_at: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]


class PartialActor(TypedDict):
    id: NotRequired[str]
    type: NotRequired[ActorType]
    entity_id: NotRequired[str]
    handle: NotRequired[str]
    name: NotRequired[str]
    legal_name_verified: NotRequired[bool]
    verified_domain: NotRequired[str | None]
    active_plan: NotRequired[ActivePlan]
    avatar_url: NotRequired[str | None]
    dark_avatar_url: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]


ContactRequestDecision = Literal["accept", "reject"]


class ContactsRespondResult(TypedDict):
    contact_request: ContactRequest
    requester: Actor
    requester_profile: Profile


class ContactsWithdrawResult(TypedDict):
    contact_request: ContactRequest


class ContactItem(TypedDict):
    contact: Contact
    actor: Actor
    profile: Profile


class Contact(TypedDict):
    id: str
    owner_actor_id: str
    owner_entity_id: str
    owner_entity_type: ActorType
    contact_actor_id: str
    created_from_contact_request_id: str | None
    created_at: str
    updated_at: str


class PartialContactItem(TypedDict):
    contact: NotRequired[PartialContact]
    actor: NotRequired[PartialActor]
    profile: NotRequired[PartialProfile]


class PartialContact(TypedDict):
    id: NotRequired[str]
    owner_actor_id: NotRequired[str]
    owner_entity_id: NotRequired[str]
    owner_entity_type: NotRequired[ActorType]
    contact_actor_id: NotRequired[str]
    created_from_contact_request_id: NotRequired[str | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]


class ContactsRemoveResult(TypedDict):
    contact_id: str
    removed: bool


class MuteState(TypedDict):
    profile_id: str
    muted: bool


class Mute(TypedDict):
    profile: Profile
    created_at: str


class PartialMute(TypedDict):
    profile: NotRequired[PartialProfile]
    created_at: NotRequired[str]


class SafetyBlockResult(TypedDict):
    profile_id: str
    blocked: bool


class Block(TypedDict):
    profile: Profile
    created_at: str


class PartialBlock(TypedDict):
    profile: NotRequired[PartialProfile]
    created_at: NotRequired[str]


class SafetyUnblockResult(TypedDict):
    profile_id: str
    blocked: bool


ReportTargetType = Literal["post", "profile", "message"]


ReportReason = Literal["spam", "abuse", "impersonation", "illegal", "other"]


class ReportsCreateResult(TypedDict):
    report: Report


class Report(TypedDict):
    id: str
    status: ReportStatus
    created_at: str


ReportStatus = Literal["open", "resolved", "dismissed"]


class AppealsCreateResult(TypedDict):
    appeal_id: str


class ConversationSummary(TypedDict):
    unread_count: int
    unread_messages_count: int


class ConversationItem(TypedDict):
    conversation: Conversation
    profile: Profile
    unread_count: int
    last_read_at: str | None
    muted: bool
    replied: bool


class Conversation(TypedDict):
    id: str
    kind: Literal["direct"]
    title: str
    created_by_actor_id: str
    created_from_contact_request_id: str | None
    last_message_at: str | None
    last_message_preview: str | None
    last_message: LastMessage | None
    created_at: str
    updated_at: str


class LastMessage(TypedDict):
    preview: str
    truncated: bool
    deleted: bool


class PartialConversationItem(TypedDict):
    conversation: NotRequired[PartialConversation]
    profile: NotRequired[PartialProfile]
    unread_count: NotRequired[int]
    last_read_at: NotRequired[str | None]
    muted: NotRequired[bool]
    replied: NotRequired[bool]


class PartialConversation(TypedDict):
    id: NotRequired[str]
    kind: NotRequired[Literal["direct"]]
    title: NotRequired[str]
    created_by_actor_id: NotRequired[str]
    created_from_contact_request_id: NotRequired[str | None]
    last_message_at: NotRequired[str | None]
    last_message_preview: NotRequired[str | None]
    last_message: NotRequired[PartialLastMessage | None]
    created_at: NotRequired[str]
    updated_at: NotRequired[str]


class PartialLastMessage(TypedDict):
    preview: NotRequired[str]
    truncated: NotRequired[bool]
    deleted: NotRequired[bool]


class Message(TypedDict):
    id: str
    conversation_id: str
    sender_actor_id: str
    sender_profile_id: str
    mine: bool
    kind: Literal["text"]
    body: str
    mentions: list[Mention]
    links: list[TextLink]
    ai_disclosure: AiDisclosure
    needs_human: bool
    client_reference: str | None
    manager_profile_id: str | None
    deleted_at: str | None
    created_at: str
    updated_at: str


class ConversationsSendMessageResult(TypedDict):
    message: Message


class ConversationsGetMessageResult(TypedDict):
    message: Message


class ConversationsRemoveMessageResult(TypedDict):
    message: Message


class ConversationsOpenDirectResult(TypedDict):
    conversation: Conversation


class ConversationReadState(TypedDict):
    conversation_id: str
    unread_count: int


class ConversationMuteState(TypedDict):
    conversation_id: str
    muted: bool


NotificationType = Literal[
    "reaction.changed",
    "comment.created",
    "quote.created",
    "mention.created",
    "post.approval_requested",
    "post.returned",
    "post.unscheduled",
    "post.published",
    "post.removed",
    "follow.created",
    "contact_request.created",
    "contact_request.accepted",
    "contact_request.rejected",
    "message.created",
    "access_grant.invited",
    "access_grant.resent",
    "access_grant.accepted",
    "access_grant.declined",
    "access_grant.updated",
    "access_grant.revoked",
    "access_grant.expired",
    "profile.verified",
    "verification.rejected",
    "report.settled",
    "api_key.revoked",
    "webhook.disabled",
]


class Notification(TypedDict):
    id: str
    type: NotificationType
    actor_profile: CompactProfile | None
    actor_count: int
    actors: list[CompactProfile]
    object: NotificationObject
    preview: str | None
    needs_human: bool
    managed_profile_id: str | None
    read_at: str | None
    created_at: str
    updated_at: str


class NotificationObject(TypedDict):
    type: NotificationObjectType
    id: str


NotificationObjectType = Literal[
    "post",
    "profile_follow",
    "contact_request",
    "conversation",
    "access_grant",
    "profile",
    "verification",
    "report",
    "api_key",
    "webhook",
]


class UnreadNotifications(TypedDict):
    unread_count: int


NotificationPreferences = TypedDict(
    "NotificationPreferences",
    {
        "reaction.changed": "NotificationPreference",
        "comment.created": "NotificationPreference",
        "quote.created": "NotificationPreference",
        "mention.created": "NotificationPreference",
        "post.approval_requested": "NotificationPreference",
        "post.returned": "NotificationPreference",
        "post.unscheduled": "NotificationPreference",
        "post.published": "NotificationPreference",
        "post.removed": "NotificationPreference",
        "follow.created": "NotificationPreference",
        "contact_request.created": "NotificationPreference",
        "contact_request.accepted": "NotificationPreference",
        "contact_request.rejected": "NotificationPreference",
        "message.created": "NotificationPreference",
        "access_grant.invited": "NotificationPreference",
        "access_grant.resent": "NotificationPreference",
        "access_grant.accepted": "NotificationPreference",
        "access_grant.declined": "NotificationPreference",
        "access_grant.updated": "NotificationPreference",
        "access_grant.revoked": "NotificationPreference",
        "access_grant.expired": "NotificationPreference",
        "profile.verified": "NotificationPreference",
        "verification.rejected": "NotificationPreference",
        "report.settled": "NotificationPreference",
        "api_key.revoked": "NotificationPreference",
        "webhook.disabled": "NotificationPreference",
    },
)


class NotificationPreference(TypedDict):
    list: bool
    mail: bool


NotificationsUpdatePreferencesInput = TypedDict(
    "NotificationsUpdatePreferencesInput",
    {
        "reaction.changed": "NotRequired[ChangeListedNotificationsInput]",
        "comment.created": "NotRequired[ChangeMailedNotificationsInput]",
        "quote.created": "NotRequired[ChangeMailedNotificationsInput]",
        "mention.created": "NotRequired[ChangeMailedNotificationsInput]",
        "post.approval_requested": "NotRequired[ChangeMailedNotificationsInput]",
        "post.returned": "NotRequired[ChangeMailedNotificationsInput]",
        "post.unscheduled": "NotRequired[ChangeMailedNotificationsInput]",
        "post.published": "NotRequired[ChangeMailedNotificationsInput]",
        "post.removed": "NotRequired[ChangeMailedNotificationsInput]",
        "follow.created": "NotRequired[ChangeListedNotificationsInput]",
        "contact_request.created": "NotRequired[ChangeMailedNotificationsInput]",
        "contact_request.accepted": "NotRequired[ChangeMailedNotificationsInput]",
        "contact_request.rejected": "NotRequired[ChangeListedNotificationsInput]",
        "message.created": "NotRequired[ChangeMailedNotificationsInput]",
        "access_grant.invited": "NotRequired[ChangeMailedNotificationsInput]",
        "access_grant.resent": "NotRequired[ChangeListedNotificationsInput]",
        "access_grant.accepted": "NotRequired[ChangeMailedNotificationsInput]",
        "access_grant.declined": "NotRequired[ChangeMailedNotificationsInput]",
        "access_grant.updated": "NotRequired[ChangeMailedNotificationsInput]",
        "access_grant.revoked": "NotRequired[ChangeMailedNotificationsInput]",
        "access_grant.expired": "NotRequired[ChangeMailedNotificationsInput]",
        "profile.verified": "NotRequired[ChangeMailedNotificationsInput]",
        "verification.rejected": "NotRequired[ChangeMailedNotificationsInput]",
        "report.settled": "NotRequired[ChangeMailedNotificationsInput]",
        "api_key.revoked": "NotRequired[ChangeMailedNotificationsInput]",
        "webhook.disabled": "NotRequired[ChangeListedNotificationsInput]",
    },
)


class ChangeListedNotificationsInput(TypedDict):
    list: NotRequired[bool]
    mail: NotRequired[bool]


class ChangeMailedNotificationsInput(TypedDict):
    list: NotRequired[bool]
    mail: NotRequired[bool]


EventType = Literal[
    "profile.created",
    "profile.updated",
    "profile.verified",
    "profile.deleted",
    "post.published",
    "post.updated",
    "post.removed",
    "post.approval_requested",
    "post.returned",
    "post.unscheduled",
    "comment.created",
    "quote.created",
    "mention.created",
    "reaction.changed",
    "follow.created",
    "follow.removed",
    "contact_request.created",
    "contact_request.accepted",
    "contact_request.rejected",
    "contact_request.withdrawn",
    "contact_request.expired",
    "contact.removed",
    "conversation.created",
    "message.created",
    "message.deleted",
    "access_grant.invited",
    "access_grant.resent",
    "access_grant.accepted",
    "access_grant.declined",
    "access_grant.updated",
    "access_grant.revoked",
    "access_grant.expired",
    "api_key.created",
    "api_key.rotated",
    "api_key.revoked",
    "verification.rejected",
    "report.settled",
    "webhook.disabled",
]


Event = Union[
    "ProfileEvent",
    "ProfileUpdatedEvent",
    "ProfileVerifiedEvent",
    "VerificationEvent",
    "PostEvent",
    "PostRemovedEvent",
    "PostUnscheduledEvent",
    "ReactionEvent",
    "FollowEvent",
    "ContactRequestEvent",
    "ContactEvent",
    "ConversationEvent",
    "MessageEvent",
    "AccessGrantEvent",
    "ReportEvent",
    "ApiKeyEvent",
    "ApiKeyRevokedEvent",
    "WebhookEvent",
]


class EventFields(TypedDict):
    id: str
    created_at: str
    profile_id: str | None
    actor_profile_id: str | None
    manager_profile_id: str | None
    object: EventFieldsObject


class EventFieldsObject(TypedDict):
    type: EventFieldsObjectType
    id: str


EventFieldsObjectType = Literal[
    "profile",
    "verification",
    "post",
    "profile_follow",
    "contact_request",
    "contact",
    "conversation",
    "message",
    "access_grant",
    "report",
    "api_key",
    "webhook",
]


class ProfileEvent(EventFields):
    type: Literal["profile.created", "profile.deleted"]
    data: ProfileEventData


class ProfileEventData(TypedDict):
    pass


class ProfileUpdatedEvent(EventFields):
    type: Literal["profile.updated"]
    data: ProfileUpdatedEventData


class ProfileUpdatedEventData(TypedDict):
    fields: list[str]


class ProfileVerifiedEvent(EventFields):
    type: Literal["profile.verified"]
    data: ProfileVerifiedEventData


class ProfileVerifiedEventData(TypedDict):
    method: VerificationMethod
    verification_id: str | None


class VerificationEvent(EventFields):
    type: Literal["verification.rejected"]
    data: VerificationEventData


class VerificationEventData(TypedDict):
    pass


class PostEvent(EventFields):
    type: PostEventType
    data: PostEventData


PostEventType = Literal[
    "post.published",
    "post.updated",
    "post.approval_requested",
    "post.returned",
    "comment.created",
    "quote.created",
    "mention.created",
]


class PostEventData(TypedDict):
    kind: PostKind
    status: PostStatus
    revision: int
    reply_to_post_id: str | None
    root_post_id: str | None
    quoted_post_id: str | None


class PostRemovedEvent(EventFields):
    type: Literal["post.removed"]
    data: PostRemovedEventData


class PostRemovedEventData(TypedDict):
    kind: PostKind
    reply_to_post_id: str | None
    quoted_post_id: str | None
    removed_by: Literal["operator"] | None


class PostUnscheduledEvent(EventFields):
    type: Literal["post.unscheduled"]
    data: PostUnscheduledEventData


class PostUnscheduledEventData(TypedDict):
    reason: ErrorCode


ErrorCode = Literal[
    "invalid_request",
    "invalid_json",
    "invalid_cursor",
    "profile_header_required",
    "invalid_profile_header",
    "cannot_target_self",
    "invalid_location",
    "too_many_images",
    "invalid_image",
    "unsupported_image_type",
    "image_too_large",
    "username_reserved",
    "empty_post",
    "weak_password",
    "invalid_token",
    "invalid_webhook_url",
    "credentials_required",
    "invalid_credentials",
    "expired_credentials",
    "revoked_credentials",
    "insufficient_scope",
    "profile_not_attached",
    "permission_denied",
    "interaction_not_allowed",
    "contact_required",
    "email_not_verified",
    "approval_pending",
    "profile_suspended",
    "plan_limit_reached",
    "grant_budget_reached",
    "recent_sign_in_required",
    "second_factor_required",
    "wrong_code",
    "wrong_password",
    "route_not_found",
    "post_not_found",
    "upload_not_found",
    "profile_not_found",
    "conversation_not_found",
    "message_not_found",
    "contact_not_found",
    "contact_request_not_found",
    "access_grant_not_found",
    "webhook_not_found",
    "delivery_not_found",
    "api_key_not_found",
    "session_not_found",
    "export_not_found",
    "appeal_not_found",
    "block_not_found",
    "notification_not_found",
    "oauth_grant_not_found",
    "verification_not_found",
    "report_not_found",
    "account_not_found",
    "operation_not_found",
    "upload_incomplete",
    "username_taken",
    "appeal_not_possible",
    "operator_account",
    "last_operator",
    "email_taken",
    "second_factor_enabled",
    "second_factor_disabled",
    "already_contacts",
    "contact_request_pending",
    "contact_request_reciprocal_pending",
    "contact_request_cooldown",
    "contact_request_not_pending",
    "same_account",
    "access_grant_exists",
    "access_grant_not_pending",
    "resend_limit_reached",
    "verification_withdrawn",
    "suspended_longer",
    "post_not_pending",
    "post_changed",
    "idempotency_in_progress",
    "method_not_allowed",
    "request_timeout",
    "payload_too_large",
    "unsupported_media_type",
    "expectation_failed",
    "idempotency_key_reused",
    "headers_too_large",
    "rate_limited",
    "internal_error",
    "service_unavailable",
]


class ReactionEvent(EventFields):
    type: Literal["reaction.changed"]
    data: ReactionEventData


class ReactionEventData(TypedDict):
    active: bool
    reaction_type: ReactionType


class FollowEvent(EventFields):
    type: Literal["follow.created", "follow.removed"]
    data: FollowEventData


class FollowEventData(TypedDict):
    follower_profile_id: str
    followed_profile_id: str


class ContactRequestEvent(EventFields):
    type: ContactRequestEventType
    data: ContactRequestEventData


ContactRequestEventType = Literal[
    "contact_request.created",
    "contact_request.accepted",
    "contact_request.rejected",
    "contact_request.withdrawn",
    "contact_request.expired",
]


class ContactRequestEventData(TypedDict):
    requester_profile_id: str
    addressee_profile_id: str
    status: ContactRequestStatus


class ContactEvent(EventFields):
    type: Literal["contact.removed"]
    data: ContactEventData


class ContactEventData(TypedDict):
    contact_profile_id: str


class ConversationEvent(EventFields):
    type: Literal["conversation.created"]
    data: ConversationEventData


class ConversationEventData(TypedDict):
    created_from_contact_request_id: str | None


class MessageEvent(EventFields):
    type: Literal["message.created", "message.deleted"]
    data: MessageEventData


class MessageEventData(TypedDict):
    conversation_id: str
    needs_human: bool


class AccessGrantEvent(EventFields):
    type: AccessGrantEventType
    data: AccessGrantEventData


AccessGrantEventType = Literal[
    "access_grant.invited",
    "access_grant.resent",
    "access_grant.accepted",
    "access_grant.declined",
    "access_grant.updated",
    "access_grant.revoked",
    "access_grant.expired",
]


class AccessGrantEventData(TypedDict):
    profile_id: str
    manager_profile_id: str
    status: AccessGrantStatus


class ReportEvent(EventFields):
    type: Literal["report.settled"]
    data: ReportEventData


class ReportEventData(TypedDict):
    status: Literal["resolved", "dismissed"]


class ApiKeyEvent(EventFields):
    type: Literal["api_key.created", "api_key.rotated"]
    data: ApiKeyEventData


class ApiKeyEventData(TypedDict):
    pass


class ApiKeyRevokedEvent(EventFields):
    type: Literal["api_key.revoked"]
    data: ApiKeyRevokedEventData


class ApiKeyRevokedEventData(TypedDict):
    revoked_by: ApiKeyRevokedEventDataRevokedBy | None
    reason: Literal["leaked"] | None


ApiKeyRevokedEventDataRevokedBy = Literal["session", "api_key", "oauth", "password_reset", "system"]


class WebhookEvent(EventFields):
    type: Literal["webhook.disabled"]
    data: WebhookEventData


class WebhookEventData(TypedDict):
    reason: WebhookEventDataReason


WebhookEventDataReason = Literal["failing", "gone", "credential_leaked", "credential_revoked", "app_revoked"]


ExpandedEvent = Union[
    "ExpandedProfileEvent",
    "ExpandedProfileUpdatedEvent",
    "ExpandedProfileVerifiedEvent",
    "ExpandedVerificationEvent",
    "ExpandedPostEvent",
    "ExpandedPostRemovedEvent",
    "ExpandedPostUnscheduledEvent",
    "ExpandedReactionEvent",
    "ExpandedFollowEvent",
    "ExpandedContactRequestEvent",
    "ExpandedContactEvent",
    "ExpandedConversationEvent",
    "ExpandedMessageEvent",
    "ExpandedAccessGrantEvent",
    "ExpandedReportEvent",
    "ExpandedApiKeyEvent",
    "ExpandedApiKeyRevokedEvent",
    "ExpandedWebhookEvent",
]


class ExpandedEventFields(TypedDict):
    actor: NotRequired[CompactProfile | None]


class ExpandedProfileEvent(EventFields, ExpandedEventFields):
    type: Literal["profile.created", "profile.deleted"]
    data: ExpandedProfileEventData
    expanded: NotRequired[CompactProfile | None]


class ExpandedProfileEventData(TypedDict):
    pass


class ExpandedProfileUpdatedEvent(EventFields, ExpandedEventFields):
    type: Literal["profile.updated"]
    data: ExpandedProfileUpdatedEventData
    expanded: NotRequired[CompactProfile | None]


class ExpandedProfileUpdatedEventData(TypedDict):
    fields: list[str]


class ExpandedProfileVerifiedEvent(EventFields, ExpandedEventFields):
    type: Literal["profile.verified"]
    data: ExpandedProfileVerifiedEventData
    expanded: NotRequired[CompactProfile | None]


class ExpandedProfileVerifiedEventData(TypedDict):
    method: VerificationMethod
    verification_id: str | None


class ExpandedVerificationEvent(EventFields, ExpandedEventFields):
    type: Literal["verification.rejected"]
    data: ExpandedVerificationEventData
    expanded: NotRequired[None]


class ExpandedVerificationEventData(TypedDict):
    pass


class ExpandedPostEvent(EventFields, ExpandedEventFields):
    type: ExpandedPostEventType
    data: ExpandedPostEventData
    expanded: NotRequired[CompactPost | None]


ExpandedPostEventType = Literal[
    "post.published",
    "post.updated",
    "post.approval_requested",
    "post.returned",
    "comment.created",
    "quote.created",
    "mention.created",
]


class ExpandedPostEventData(TypedDict):
    kind: PostKind
    status: PostStatus
    revision: int
    reply_to_post_id: str | None
    root_post_id: str | None
    quoted_post_id: str | None


class CompactPost(TypedDict):
    id: str
    url: str
    profile_id: str
    kind: PostKind
    body_preview: str
    body_truncated: bool
    images: list[CompactImage]
    likes_count: int
    comments_count: int
    quotes_count: int
    revision: int
    viewer_reaction: ReactionType | None
    published_at: str | None
    reply_to_post_id: str | None
    root_post_id: str | None
    quoted_post_id: str | None


class CompactImage(TypedDict):
    url: str
    alt_text: str | None


class ExpandedPostRemovedEvent(EventFields, ExpandedEventFields):
    type: Literal["post.removed"]
    data: ExpandedPostRemovedEventData
    expanded: NotRequired[CompactPost | None]


class ExpandedPostRemovedEventData(TypedDict):
    kind: PostKind
    reply_to_post_id: str | None
    quoted_post_id: str | None
    removed_by: Literal["operator"] | None


class ExpandedPostUnscheduledEvent(EventFields, ExpandedEventFields):
    type: Literal["post.unscheduled"]
    data: ExpandedPostUnscheduledEventData
    expanded: NotRequired[CompactPost | None]


class ExpandedPostUnscheduledEventData(TypedDict):
    reason: ErrorCode


class ExpandedReactionEvent(EventFields, ExpandedEventFields):
    type: Literal["reaction.changed"]
    data: ExpandedReactionEventData
    expanded: NotRequired[CompactPost | None]


class ExpandedReactionEventData(TypedDict):
    active: bool
    reaction_type: ReactionType


class ExpandedFollowEvent(EventFields, ExpandedEventFields):
    type: Literal["follow.created", "follow.removed"]
    data: ExpandedFollowEventData
    expanded: NotRequired[None]


class ExpandedFollowEventData(TypedDict):
    follower_profile_id: str
    followed_profile_id: str


class ExpandedContactRequestEvent(EventFields, ExpandedEventFields):
    type: ExpandedContactRequestEventType
    data: ExpandedContactRequestEventData
    expanded: NotRequired[ContactRequest | None]


ExpandedContactRequestEventType = Literal[
    "contact_request.created",
    "contact_request.accepted",
    "contact_request.rejected",
    "contact_request.withdrawn",
    "contact_request.expired",
]


class ExpandedContactRequestEventData(TypedDict):
    requester_profile_id: str
    addressee_profile_id: str
    status: ContactRequestStatus


class ExpandedContactEvent(EventFields, ExpandedEventFields):
    type: Literal["contact.removed"]
    data: ExpandedContactEventData
    expanded: NotRequired[None]


class ExpandedContactEventData(TypedDict):
    contact_profile_id: str


class ExpandedConversationEvent(EventFields, ExpandedEventFields):
    type: Literal["conversation.created"]
    data: ExpandedConversationEventData
    expanded: NotRequired[Conversation | None]


class ExpandedConversationEventData(TypedDict):
    created_from_contact_request_id: str | None


class ExpandedMessageEvent(EventFields, ExpandedEventFields):
    type: Literal["message.created", "message.deleted"]
    data: ExpandedMessageEventData
    expanded: NotRequired[Message | None]


class ExpandedMessageEventData(TypedDict):
    conversation_id: str
    needs_human: bool


class ExpandedAccessGrantEvent(EventFields, ExpandedEventFields):
    type: ExpandedAccessGrantEventType
    data: ExpandedAccessGrantEventData
    expanded: NotRequired[CompactAccessGrant | None]


ExpandedAccessGrantEventType = Literal[
    "access_grant.invited",
    "access_grant.resent",
    "access_grant.accepted",
    "access_grant.declined",
    "access_grant.updated",
    "access_grant.revoked",
    "access_grant.expired",
]


class ExpandedAccessGrantEventData(TypedDict):
    profile_id: str
    manager_profile_id: str
    status: AccessGrantStatus


class CompactAccessGrant(TypedDict):
    id: str
    profile_id: str
    manager_profile: CompactProfile
    permissions: list[Permission]
    status: AccessGrantStatus
    budget: Budgets | None
    expires_at: str | None
    public: bool
    accepted_at: str | None
    declined_at: str | None
    revoked_at: str | None
    created_at: str
    updated_at: str


class ExpandedReportEvent(EventFields, ExpandedEventFields):
    type: Literal["report.settled"]
    data: ExpandedReportEventData
    expanded: NotRequired[None]


class ExpandedReportEventData(TypedDict):
    status: Literal["resolved", "dismissed"]


class ExpandedApiKeyEvent(EventFields, ExpandedEventFields):
    type: Literal["api_key.created", "api_key.rotated"]
    data: ExpandedApiKeyEventData
    expanded: NotRequired[None]


class ExpandedApiKeyEventData(TypedDict):
    pass


class ExpandedApiKeyRevokedEvent(EventFields, ExpandedEventFields):
    type: Literal["api_key.revoked"]
    data: ExpandedApiKeyRevokedEventData
    expanded: NotRequired[None]


class ExpandedApiKeyRevokedEventData(TypedDict):
    revoked_by: ExpandedApiKeyRevokedEventDataRevokedBy | None
    reason: Literal["leaked"] | None


ExpandedApiKeyRevokedEventDataRevokedBy = Literal["session", "api_key", "oauth", "password_reset", "system"]


class ExpandedWebhookEvent(EventFields, ExpandedEventFields):
    type: Literal["webhook.disabled"]
    data: ExpandedWebhookEventData
    expanded: NotRequired[None]


class ExpandedWebhookEventData(TypedDict):
    reason: ExpandedWebhookEventDataReason


ExpandedWebhookEventDataReason = Literal["failing", "gone", "credential_leaked", "credential_revoked", "app_revoked"]


class StreamTicket(TypedDict):
    ticket: str
    expires_at: str


class WebhooksCreateResult(TypedDict):
    webhook: Webhook
    secret: str


class Webhook(TypedDict):
    id: str
    url: str
    types: list[EventType] | None
    profile_ids: list[str] | None
    enabled: bool
    disabled_reason: WebhookDisabledReason | None
    previous_secret_ends_at: str | None
    secret_leaked_at: str | None
    created_by: WebhookCreatedBy | None
    created_at: str
    last_success_at: str | None
    last_failure_at: str | None


WebhookDisabledReason = Literal[
    "requested",
    "failing",
    "gone",
    "credential_leaked",
    "credential_revoked",
    "app_revoked",
]


class WebhookCreatedBy(TypedDict):
    type: PrincipalType
    id: str
    name: str | None


class WebhooksGetResult(TypedDict):
    webhook: Webhook


class WebhooksUpdateResult(TypedDict):
    webhook: Webhook


class WebhooksRemoveResult(TypedDict):
    webhook_id: str
    removed: bool


class WebhooksRotateSecretResult(TypedDict):
    webhook: Webhook
    secret: str


class WebhooksTestResult(TypedDict):
    delivery: Delivery


class Delivery(TypedDict):
    id: str
    event_id: str
    type: DeliveredType
    status: DeliveryStatus
    attempts: int
    error: DeliveryError | None
    request: DeliveryRequest | None
    response_status: int | None
    response_excerpt: str | None
    duration_ms: int | None
    next_attempt_at: str | None
    last_attempt_at: str | None
    waits_for: DeliveryWait | None
    waits_for_delivery_id: str | None
    created_at: str


DeliveredType = Literal[
    "profile.created",
    "profile.updated",
    "profile.verified",
    "profile.deleted",
    "post.published",
    "post.updated",
    "post.removed",
    "post.approval_requested",
    "post.returned",
    "post.unscheduled",
    "comment.created",
    "quote.created",
    "mention.created",
    "reaction.changed",
    "follow.created",
    "follow.removed",
    "contact_request.created",
    "contact_request.accepted",
    "contact_request.rejected",
    "contact_request.withdrawn",
    "contact_request.expired",
    "contact.removed",
    "conversation.created",
    "message.created",
    "message.deleted",
    "access_grant.invited",
    "access_grant.resent",
    "access_grant.accepted",
    "access_grant.declined",
    "access_grant.updated",
    "access_grant.revoked",
    "access_grant.expired",
    "api_key.created",
    "api_key.rotated",
    "api_key.revoked",
    "verification.rejected",
    "report.settled",
    "webhook.disabled",
    "webhook.test",
]


DeliveryStatus = Literal["pending", "succeeded", "failed"]


DeliveryError = Literal[
    "status",
    "redirect",
    "timeout",
    "connection_refused",
    "connection_closed",
    "dns",
    "tls",
    "address_not_allowed",
    "event_expired",
    "not_permitted",
    "unknown",
]


class DeliveryRequest(TypedDict):
    headers: dict[str, str]
    body: WebhookPayload


class WebhookPayload(TypedDict):
    type: DeliveredType
    timestamp: str
    data: Event | TestEvent


class TestEvent(EventFields):
    type: Literal["webhook.test"]
    data: TestEventData


class TestEventData(TypedDict):
    pass


DeliveryWait = Literal["next_attempt", "earlier_delivery", "webhook_disabled"]


class WebhooksReplayResult(TypedDict):
    delivery: Delivery


class AuditEntry(TypedDict):
    id: str
    created_at: str
    operation: str
    principal: AuditEntryPrincipal
    profile_id: str | None
    manager_profile_id: str | None
    grant_id: str | None
    object: AuditEntryObject
    request_id: str


class AuditEntryPrincipal(TypedDict):
    type: Literal["session", "api_key", "oauth", "operator", "system"]
    id: str | None
    name: str | None


class AuditEntryObject(TypedDict):
    type: str
    id: str


class Home(TypedDict):
    unread_conversations: HomeUnreadConversations | None
    incoming_contact_requests: HomeIncomingContactRequests | None
    invitations: HomeInvitations | None
    pending_approvals: HomePendingApprovals | None
    returned_drafts: HomeReturnedDrafts | None
    needs_human: HomeNeedsHuman | None
    notifications: HomeNotifications | None
    missing_rights: dict[str, list[str]]
    budgets: Budgets | None
    events_cursor: str


class HomeUnreadConversations(TypedDict):
    count: int
    items: list[CompactConversationItem]


class CompactConversationItem(TypedDict):
    conversation: Conversation
    profile: CompactProfile
    unread_count: int
    last_read_at: str | None
    muted: bool
    replied: bool


class HomeIncomingContactRequests(TypedDict):
    count: int
    items: list[CompactContactRequestItem]


class CompactContactRequestItem(TypedDict):
    contact_request: ContactRequest
    requester: Actor
    requester_profile: CompactProfile
    addressee_profile: CompactProfile


class HomeInvitations(TypedDict):
    count: int
    items: list[CompactInvitation]


class CompactInvitation(TypedDict):
    access_grant: CompactAccessGrant
    managed_profile: CompactProfile


class HomePendingApprovals(TypedDict):
    count: int
    items: list[CompactPost]


class HomeReturnedDrafts(TypedDict):
    count: int
    items: list[CompactPost]


class HomeNeedsHuman(TypedDict):
    count: int
    items: list[NeedsHuman]


class NeedsHuman(TypedDict):
    notification_id: str
    conversation_id: str
    profile_id: str
    sender_profile_id: str | None
    asked_at: str


class HomeNotifications(TypedDict):
    count: int
    items: list[Notification]


class Country(TypedDict):
    code: str
    name: str
    emoji: str


class State(TypedDict):
    code: str
    name: str


class City(TypedDict):
    name: str


class QueuedReport(TypedDict):
    id: str
    status: ReportStatus
    reason: ReportReason
    comment: str | None
    reporter_username: str
    target_type: ReportTargetType
    target_id: str
    reported_text: str | None
    target_text: str | None
    target_images: list[ReportedImage]
    target_is_gone: bool
    target_username: str | None
    target_account_id: str | None
    target_account_suspended: bool
    open_reporters: int
    act: Literal["hide", "warn", "suspend", "resolve", "dismiss"] | None
    created_at: str
    settled_at: str | None


class ReportedImage(TypedDict):
    url: str
    alt_text: str | None


class OperatorActOnReportResult(TypedDict):
    report_id: str
    settled: int


class OperatorSuspendAccountResult(TypedDict):
    account_id: str
    suspended_at: str | None
    suspended_until: str | None
    changed: bool


class OperatorLiftSuspensionResult(TypedDict):
    account_id: str
    suspended_at: str | None
    suspended_until: str | None
    changed: bool


class OperatorSetRolesResult(TypedDict):
    account_id: str
    roles: list[Literal["moderate", "operate"]]
    changed: bool


class WaitingSignUp(TypedDict):
    account_id: str
    email: str
    join_reason: str | None
    created_at: str
    expires_at: str


class OperatorDecideSignUpResult(TypedDict):
    account_id: str
    decision: Literal["approve", "refuse"]


class SignUpBlock(TypedDict):
    id: str
    kind: Literal["domain", "network"]
    value: str
    created_at: str


class OperatorAddSignUpBlockResult(TypedDict):
    sign_up_block: SignUpBlock


class OperatorRemoveSignUpBlockResult(TypedDict):
    block_id: str
    removed: bool


class QueuedAppeal(TypedDict):
    id: str
    account_id: str
    email: str
    target_type: Literal["post", "account"]
    target_id: str
    status: Literal["open", "accepted", "rejected"]
    text: str
    reason: str | None
    target_text: str | None
    is_in_force: bool
    appealed_at: str
    decided_at: str | None


class OperatorDecideAppealResult(TypedDict):
    appeal_id: str
    decision: ContactRequestDecision
    restored: bool


class OperatorExportAccountResult(TypedDict):
    account_id: str
    export_id: str


class OperatorDeleteAccountResult(TypedDict):
    account_id: str
    deletion_scheduled_at: str
    changed: bool


class Agent(TypedDict):
    hint: NotRequired[str]
    next_actions: NotRequired[list[NextAction]]
    dry_run: NotRequired[Literal[True]]
    replayed: NotRequired[Literal[True]]
    rate_limit: NotRequired[AgentRateLimit]


class NextAction(TypedDict):
    method: str
    path: str
    body: NotRequired[dict[str, str | float | bool]]
    why: str


class AgentRateLimit(TypedDict):
    limit: int
    remaining: int
    reset_seconds: int


class ErrorAgent(Agent):
    fields: NotRequired[list[InvalidField]]
    did_you_mean: NotRequired[list[str]]
    allowed_methods: NotRequired[list[str]]
    required_scopes: NotRequired[list[str]]
    required_permission: NotRequired[str]
    attached_profile_ids: NotRequired[list[str]]
    current_revision: NotRequired[int]
    retry_after_seconds: NotRequired[float]
    exceeded_limit: NotRequired[ErrorAgentExceededLimit]
    console_url: NotRequired[str]
    request_id: NotRequired[str]


class InvalidField(TypedDict):
    path: str
    rule: str
    allowed: NotRequired[list[str | float | bool]]
    did_you_mean: NotRequired[list[str]]
    limit: NotRequired[float]
    actual: NotRequired[float]


class ErrorAgentExceededLimit(TypedDict):
    name: str
    per: str
    max: NotRequired[float]
    window_seconds: NotRequired[float]


class FeedNews(TypedDict):
    new_count: int
    capped: bool
