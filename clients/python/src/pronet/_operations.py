# Generated from the OpenAPI document by `npm run client:generate`. Do not edit.
# mypy: disable-error-code="no-any-return"
from __future__ import annotations

from datetime import date, datetime
from typing import Any, Literal, Sequence, overload

from . import types as t
from ._data import OMIT, LogPage, Omit, Page
from ._multipart import Picture
from ._resource import Caller, EventsResource, FeedResource, Resource, path_of

VERSION = "0.2.0"


class Meta(Resource):
    def get_root(self) -> t.Links:
        """Discover the service from its base URL."""
        return self._send("GET", "/")

    def get_links(self) -> t.Links:
        """List the addresses of the service."""
        return self._send("GET", "/v1")

    def get(self) -> t.Meta:
        """Read the enumerations, limits and error codes."""
        return self._send("GET", "/v1/meta")

    def list_operations(self, *, q: str | None = None) -> t.OperationList:
        """List the operations that this credential may call."""
        return self._send("GET", "/v1/meta/operations", query={"q": q})

    @overload
    def get_operation(
        self,
        operation: str,
        *,
        view: Literal["default", "full"] | None = None,
    ) -> t.MetaGetOperationResult: ...

    @overload
    def get_operation(self, operation: str, *, view: Literal["compact"]) -> t.PartialMetaGetOperationResult: ...

    def get_operation(self, operation: str, *, view: t.View | None = None) -> Any:
        """Read an operation with its schemas."""
        return self._send("GET", f"/v1/meta/operations/{path_of(operation)}", query={"view": view})


class Account(Resource):
    def create(
        self,
        *,
        email: str,
        password: str,
        name: str | None = None,
        join_reason: str | None = None,
        invite: str | None = None,
    ) -> t.AccountCreateResult:
        """Sign up."""
        return self._send(
            "POST",
            "/v1/account",
            json={"email": email, "password": password, "name": name, "join_reason": join_reason, "invite": invite},
            repeatable=False,
        )

    def get(self) -> t.AccountGetResult:
        """Get the signed-in account."""
        return self._send("GET", "/v1/account")

    def update(self, *, name: str | None = None) -> t.AccountUpdateResult:
        """Rename the workspace."""
        return self._send("PATCH", "/v1/account", json={"name": name})

    def remove(self, *, password: str) -> t.AccountRemoveResult:
        """Delete the account in 30 days."""
        return self._send("DELETE", "/v1/account", json={"password": password})

    def verify_email(self, *, token: str) -> t.AccountVerifyEmailResult:
        """Verify the e-mail address."""
        return self._send("POST", "/v1/account/email-verification", json={"token": token}, repeatable=False)

    def resend_verification(self) -> t.AccountResendVerificationResult:
        """Send the verification mail again."""
        return self._send("POST", "/v1/account/email-verification/resend")

    def change_email(self, *, email: str, code: str | None = None) -> t.AccountChangeEmailResult:
        """Change the e-mail address."""
        return self._send("POST", "/v1/account/email", json={"email": email, "code": code})

    def create_session(self, *, email: str, password: str, code: str | None = None) -> t.AccountCreateSessionResult:
        """Sign in."""
        return self._send(
            "POST",
            "/v1/account/sessions",
            json={"email": email, "password": password, "code": code},
            repeatable=False,
        )

    def list_sessions(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.Session]:
        """List sessions. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/account/sessions", query={"cursor": cursor, "limit": limit})

    def revoke_session(self, session_id: str) -> t.AccountRevokeSessionResult:
        """Sign out."""
        return self._send("DELETE", f"/v1/account/sessions/{path_of(session_id)}")

    def change_password(self, *, current_password: str, new_password: str) -> t.AccountChangePasswordResult:
        """Change the password."""
        return self._send(
            "POST",
            "/v1/account/password",
            json={"current_password": current_password, "new_password": new_password},
        )

    def request_password_reset(self, *, email: str) -> t.AccountRequestPasswordResetResult:
        """Request a password reset."""
        return self._send("POST", "/v1/account/password-reset", json={"email": email}, repeatable=False)

    def confirm_password_reset(
        self,
        *,
        token: str,
        new_password: str,
        revoke_api_keys: bool | None = None,
        revoke_access: bool | None = None,
    ) -> t.AccountConfirmPasswordResetResult:
        """Set a new password with a mailed token."""
        return self._send(
            "POST",
            "/v1/account/password-reset/confirm",
            json={
                "token": token,
                "new_password": new_password,
                "revoke_api_keys": revoke_api_keys,
                "revoke_access": revoke_access,
            },
            repeatable=False,
        )

    def create_second_factor(self, *, password: str) -> t.AccountCreateSecondFactorResult:
        """Begin a second factor."""
        return self._send("POST", "/v1/account/second-factor", json={"password": password})

    def remove_second_factor(self, *, password: str, code: str) -> t.AccountRemoveSecondFactorResult:
        """Turn the second factor off."""
        return self._send("DELETE", "/v1/account/second-factor", json={"password": password, "code": code})

    def confirm_second_factor(self, *, code: str) -> t.RecoveryCodes:
        """Turn the second factor on."""
        return self._send("POST", "/v1/account/second-factor/confirm", json={"code": code})

    def replace_recovery_codes(self, *, password: str, code: str) -> t.RecoveryCodes:
        """Replace the recovery codes."""
        return self._send("POST", "/v1/account/second-factor/recovery-codes", json={"password": password, "code": code})


class Exports(Resource):
    def create(self) -> t.ExportsCreateResult:
        """Export all data of the account."""
        return self._send("POST", "/v1/exports")

    def get(self, export_id: str) -> t.ExportsGetResult:
        """Get an export."""
        return self._send("GET", f"/v1/exports/{path_of(export_id)}")


class Keys(Resource):
    def create(
        self,
        *,
        name: str,
        scopes: Sequence[t.Scope],
        profile_ids: Sequence[str],
        permissions: Sequence[t.Permission] | None | Omit = OMIT,
        for_agent: bool | None = None,
        expires_at: str | datetime | None = None,
    ) -> t.KeysCreateResult:
        """Create an API key."""
        return self._send(
            "POST",
            "/v1/api-keys",
            json={
                "name": name,
                "scopes": scopes,
                "profile_ids": profile_ids,
                "permissions": permissions,
                "for_agent": for_agent,
                "expires_at": expires_at,
            },
            nullable=("permissions",),
        )

    def list(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.ApiKey]:
        """List API keys. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/api-keys", query={"cursor": cursor, "limit": limit})

    def update(
        self,
        api_key_id: str,
        *,
        name: str | None = None,
        scopes: Sequence[t.Scope] | None = None,
        profile_ids: Sequence[str] | None = None,
        permissions: Sequence[t.Permission] | None | Omit = OMIT,
    ) -> t.KeysUpdateResult:
        """Update an API key."""
        return self._send(
            "PATCH",
            f"/v1/api-keys/{path_of(api_key_id)}",
            json={"name": name, "scopes": scopes, "profile_ids": profile_ids, "permissions": permissions},
            nullable=("permissions",),
        )

    def revoke(self, api_key_id: str) -> t.KeysRevokeResult:
        """Revoke an API key."""
        return self._send("DELETE", f"/v1/api-keys/{path_of(api_key_id)}")

    def rotate(self, api_key_id: str, *, overlap_seconds: int | None = None) -> t.KeysRotateResult:
        """Rotate an API key."""
        return self._send(
            "POST",
            f"/v1/api-keys/{path_of(api_key_id)}/rotate",
            json={"overlap_seconds": overlap_seconds},
        )


class OauthGrants(Resource):
    def list(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.OAuthGrant]:
        """List authorized apps. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/oauth-grants", query={"cursor": cursor, "limit": limit})

    def revoke(self, oauth_grant_id: str) -> t.OauthGrantsRevokeResult:
        """Revoke the access of an app."""
        return self._send("DELETE", f"/v1/oauth-grants/{path_of(oauth_grant_id)}")


class Me(Resource):
    @overload
    def get(self, *, view: Literal["default", "full"] | None = None) -> t.Me: ...

    @overload
    def get(self, *, view: Literal["compact"]) -> t.PartialMe: ...

    def get(self, *, view: t.View | None = None) -> Any:
        """Get the current credential."""
        return self._send("GET", "/v1/me", query={"view": view})


class Profiles(Resource):
    def create(self, *, type: t.ProfileType, username: str, name: str, call_name: str | None = None) -> t.SingleProfile:
        """Create a profile."""
        return self._send(
            "POST",
            "/v1/profiles",
            json={"type": type, "username": username, "name": name, "call_name": call_name},
        )

    @overload
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.ManagedProfile]: ...

    @overload
    def list(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialManagedProfile]: ...

    def list(self, *, cursor: str | None = None, limit: int | None = None, view: t.View | None = None) -> Any:
        """List the profiles that this credential may act as. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/profiles", query={"cursor": cursor, "limit": limit, "view": view})

    @overload
    def get(self, profile_id: str, *, view: Literal["default", "full"] | None = None) -> t.SingleProfile: ...

    @overload
    def get(self, profile_id: str, *, view: Literal["compact"]) -> t.PartialSingleProfile: ...

    def get(self, profile_id: str, *, view: t.View | None = None) -> Any:
        """Read a profile."""
        return self._send("GET", f"/v1/profiles/{path_of(profile_id)}", query={"view": view})

    def update(
        self,
        profile_id: str,
        *,
        username: str | None = None,
        name: str | None = None,
        call_name: str | None = None,
        occupation: str | None | Omit = OMIT,
        bio: str | None | Omit = OMIT,
        location: t.ProfilesUpdateLocation | None | Omit = OMIT,
        indexable: bool | None = None,
        inbox_policy: t.ProfilesUpdateInboxPolicy | None = None,
    ) -> t.SingleProfile:
        """Change a profile."""
        return self._send(
            "PATCH",
            f"/v1/profiles/{path_of(profile_id)}",
            json={
                "username": username,
                "name": name,
                "call_name": call_name,
                "occupation": occupation,
                "bio": bio,
                "location": location,
                "indexable": indexable,
                "inbox_policy": inbox_policy,
            },
            nullable=("occupation", "bio", "location"),
        )

    def remove(self, profile_id: str) -> t.ProfilesRemoveResult:
        """Delete a profile permanently."""
        return self._send("DELETE", f"/v1/profiles/{path_of(profile_id)}")

    @overload
    def lookup(
        self,
        *,
        ids: Sequence[str] | None = None,
        usernames: Sequence[str] | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> t.ProfileLookup: ...

    @overload
    def lookup(
        self,
        *,
        view: Literal["compact"],
        ids: Sequence[str] | None = None,
        usernames: Sequence[str] | None = None,
    ) -> t.PartialProfileLookup: ...

    def lookup(
        self,
        *,
        ids: Sequence[str] | None = None,
        usernames: Sequence[str] | None = None,
        view: t.View | None = None,
    ) -> Any:
        """Look up profiles by ids or usernames."""
        return self._send("GET", "/v1/profiles/lookup", query={"ids": ids, "usernames": usernames, "view": view})

    def get_settings(self, profile_id: str) -> t.ProfileSettings:
        """Read the settings of a profile."""
        return self._send("GET", f"/v1/profiles/{path_of(profile_id)}/settings")

    def set_avatar(
        self,
        profile_id: str,
        *,
        image: Picture,
        theme: t.ImageTheme | None = None,
        upload_id: str | None = None,
    ) -> t.SingleProfile:
        """Set the avatar of a profile."""
        return self._send(
            "PUT",
            f"/v1/profiles/{path_of(profile_id)}/avatar",
            query={"theme": theme},
            form={"upload_id": upload_id, "image": image},
        )

    def remove_avatar(self, profile_id: str, *, theme: t.ImageTheme | None = None) -> t.SingleProfile:
        """Remove the avatar of a profile."""
        return self._send("DELETE", f"/v1/profiles/{path_of(profile_id)}/avatar", query={"theme": theme})

    def set_banner(
        self,
        profile_id: str,
        *,
        image: Picture,
        theme: t.ImageTheme | None = None,
        upload_id: str | None = None,
    ) -> t.SingleProfile:
        """Set the banner of a profile."""
        return self._send(
            "PUT",
            f"/v1/profiles/{path_of(profile_id)}/banner",
            query={"theme": theme},
            form={"upload_id": upload_id, "image": image},
        )

    def remove_banner(self, profile_id: str, *, theme: t.ImageTheme | None = None) -> t.SingleProfile:
        """Remove the banner of a profile."""
        return self._send("DELETE", f"/v1/profiles/{path_of(profile_id)}/banner", query={"theme": theme})

    def list_sitemap(self, *, cursor: str | None = None, limit: int | None = None) -> t.Sitemap:
        """List the profiles for a sitemap."""
        return self._send("GET", "/v1/profiles/sitemap", query={"cursor": cursor, "limit": limit})

    @overload
    def list_suggestions(self, *, view: Literal["default", "full"] | None = None) -> t.ProfileSuggestions: ...

    @overload
    def list_suggestions(self, *, view: Literal["compact"]) -> t.PartialProfileSuggestions: ...

    def list_suggestions(self, *, view: t.View | None = None) -> Any:
        """List suggested profiles."""
        return self._send("GET", "/v1/profiles/signup-autofollow", query={"view": view})


class Verifications(Resource):
    def create(
        self,
        *,
        profile_id: str,
        method: t.VerificationMethod,
        domain: str | None = None,
    ) -> t.VerificationsCreateResult:
        """Request verification of a profile name."""
        return self._send(
            "POST",
            "/v1/verifications",
            json={"profile_id": profile_id, "method": method, "domain": domain},
        )

    def list(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.Verification]:
        """List verifications. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/verifications", query={"cursor": cursor, "limit": limit})

    def check(self, verification_id: str) -> t.VerificationsCheckResult:
        """Check the DNS record of a domain."""
        return self._send("POST", f"/v1/verifications/{path_of(verification_id)}/check")


class Access(Resource):
    def invite(
        self,
        profile_id: str,
        *,
        manager_profile_id: str,
        permissions: Sequence[t.Permission],
        budget: t.AccessInviteBudget | None | Omit = OMIT,
        expires_at: str | datetime | None | Omit = OMIT,
        public: bool | None = None,
    ) -> t.AccessInviteResult:
        """Invite a profile to manage another one."""
        return self._send(
            "POST",
            f"/v1/profiles/{path_of(profile_id)}/access",
            json={
                "manager_profile_id": manager_profile_id,
                "permissions": permissions,
                "budget": budget,
                "expires_at": expires_at,
                "public": public,
            },
            nullable=("budget", "expires_at"),
        )

    @overload
    def list(
        self,
        profile_id: str,
        *,
        status: t.AccessGrantStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.AccessGrant]: ...

    @overload
    def list(
        self,
        profile_id: str,
        *,
        view: Literal["compact"],
        status: t.AccessGrantStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialAccessGrant]: ...

    def list(
        self,
        profile_id: str,
        *,
        status: t.AccessGrantStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List the grants and invitations of a profile. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/profiles/{path_of(profile_id)}/access",
            query={"status": status, "cursor": cursor, "limit": limit, "view": view},
        )

    def update(
        self,
        grant_id: str,
        *,
        permissions: Sequence[t.Permission] | None = None,
        budget: t.AccessUpdateBudget | None | Omit = OMIT,
        expires_at: str | datetime | None | Omit = OMIT,
        public: bool | None = None,
    ) -> t.AccessUpdateResult:
        """Change what a grant allows."""
        return self._send(
            "PATCH",
            f"/v1/profile-access/{path_of(grant_id)}",
            json={"permissions": permissions, "budget": budget, "expires_at": expires_at, "public": public},
            nullable=("budget", "expires_at"),
        )

    def revoke(self, grant_id: str) -> t.AccessRevokeResult:
        """Revoke a grant or withdraw an invitation."""
        return self._send("DELETE", f"/v1/profile-access/{path_of(grant_id)}")

    @overload
    def list_principals(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.ProfilePrincipal]: ...

    @overload
    def list_principals(
        self,
        profile_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialProfilePrincipal]: ...

    def list_principals(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List the public grants of a profile. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/profiles/{path_of(profile_id)}/principals",
            query={"cursor": cursor, "limit": limit, "view": view},
        )

    @overload
    def list_invitations(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.Invitation]: ...

    @overload
    def list_invitations(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialInvitation]: ...

    def list_invitations(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List pending invitations. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/profile-access/invitations", query={"cursor": cursor, "limit": limit, "view": view})

    @overload
    def get_invitation(self, grant_id: str, *, view: Literal["default", "full"] | None = None) -> t.Invitation: ...

    @overload
    def get_invitation(self, grant_id: str, *, view: Literal["compact"]) -> t.PartialInvitation: ...

    def get_invitation(self, grant_id: str, *, view: t.View | None = None) -> Any:
        """Read an invitation."""
        return self._send("GET", f"/v1/profile-access/invitations/{path_of(grant_id)}", query={"view": view})

    def respond(self, grant_id: str, *, decision: t.AccessGrantDecision) -> t.Invitation:
        """Accept or decline an invitation."""
        return self._send(
            "POST",
            f"/v1/profile-access/invitations/{path_of(grant_id)}/respond",
            json={"decision": decision},
        )

    def resend(self, grant_id: str) -> t.AccessResendResult:
        """Send an invitation again."""
        return self._send("POST", f"/v1/profile-access/{path_of(grant_id)}/resend")


class Posts(Resource):
    @overload
    def get(self, post_id: str, *, view: Literal["default", "full"] | None = None) -> t.PostWithAuthor: ...

    @overload
    def get(self, post_id: str, *, view: Literal["compact"]) -> t.PartialPostWithAuthor: ...

    def get(self, post_id: str, *, view: t.View | None = None) -> Any:
        """Read a post."""
        return self._send("GET", f"/v1/posts/{path_of(post_id)}", query={"view": view})

    def update(
        self,
        post_id: str,
        *,
        body: str | None = None,
        visibility: t.Visibility | None = None,
        images: Sequence[t.EditedImageInput] | None = None,
        ai_disclosure: t.AiDisclosure | None = None,
        status: Literal["draft"] | None = None,
        expected_revision: int | None = None,
    ) -> t.Post:
        """Edit a post."""
        return self._send(
            "PATCH",
            f"/v1/posts/{path_of(post_id)}",
            json={
                "body": body,
                "visibility": visibility,
                "images": images,
                "ai_disclosure": ai_disclosure,
                "status": status,
                "expected_revision": expected_revision,
            },
        )

    def remove(self, post_id: str) -> t.Removal:
        """Remove a post."""
        return self._send("DELETE", f"/v1/posts/{path_of(post_id)}")

    @overload
    def get_context(self, post_id: str, *, view: Literal["default", "full"] | None = None) -> t.PostContext: ...

    @overload
    def get_context(self, post_id: str, *, view: Literal["compact"]) -> t.PartialPostContext: ...

    def get_context(self, post_id: str, *, view: t.View | None = None) -> Any:
        """Read a comment with its ancestors."""
        return self._send("GET", f"/v1/posts/{path_of(post_id)}/context", query={"view": view})

    @overload
    def lookup(self, *, ids: Sequence[str], view: Literal["default", "full"] | None = None) -> t.PostLookup: ...

    @overload
    def lookup(self, *, ids: Sequence[str], view: Literal["compact"]) -> t.PartialPostLookup: ...

    def lookup(self, *, ids: Sequence[str], view: t.View | None = None) -> Any:
        """Read several posts by id."""
        return self._send("GET", "/v1/posts/lookup", query={"ids": ids, "view": view})

    @overload
    def list_comments(
        self,
        post_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.ThreadItem]: ...

    @overload
    def list_comments(
        self,
        post_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialThreadItem]: ...

    def list_comments(
        self,
        post_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List the comments on a post. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/posts/{path_of(post_id)}/comments",
            query={"cursor": cursor, "limit": limit, "view": view},
        )

    def create_comment(
        self,
        post_id: str,
        *,
        body: str,
        ai_disclosure: t.AiDisclosure | None = None,
        client_reference: str | None = None,
    ) -> t.Post:
        """Comment on a post."""
        return self._send(
            "POST",
            f"/v1/posts/{path_of(post_id)}/comments",
            json={"body": body, "ai_disclosure": ai_disclosure, "client_reference": client_reference},
        )

    @overload
    def list_quotes(
        self,
        post_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.PostItem]: ...

    @overload
    def list_quotes(
        self,
        post_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialPostItem]: ...

    def list_quotes(
        self,
        post_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List the posts that quote a post. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/posts/{path_of(post_id)}/quotes",
            query={"cursor": cursor, "limit": limit, "view": view},
        )

    @overload
    def list_reactions(
        self,
        post_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
        reaction_type: t.ReactionType | None = None,
    ) -> Page[t.Reaction]: ...

    @overload
    def list_reactions(
        self,
        post_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
        reaction_type: t.ReactionType | None = None,
    ) -> Page[t.PartialReaction]: ...

    def list_reactions(
        self,
        post_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
        reaction_type: t.ReactionType | None = None,
    ) -> Any:
        """List the reactions to a post. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/posts/{path_of(post_id)}/reactions",
            query={"cursor": cursor, "limit": limit, "view": view, "reaction_type": reaction_type},
        )

    def list_revisions(self, post_id: str, *, cursor: str | None = None, limit: int | None = None) -> Page[t.Revision]:
        """List the earlier texts of a post. Iterating yields all items: `limit` is the page size."""
        return self._page(f"/v1/posts/{path_of(post_id)}/revisions", query={"cursor": cursor, "limit": limit})

    @overload
    def list_of_profile(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
        status: t.PostsListOfProfileStatus | None = None,
        kind: Sequence[t.PostKind] | None = None,
        q: str | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> Page[t.Post]: ...

    @overload
    def list_of_profile(
        self,
        profile_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
        status: t.PostsListOfProfileStatus | None = None,
        kind: Sequence[t.PostKind] | None = None,
        q: str | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> Page[t.PartialPost]: ...

    def list_of_profile(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
        status: t.PostsListOfProfileStatus | None = None,
        kind: Sequence[t.PostKind] | None = None,
        q: str | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
    ) -> Any:
        """List the posts or drafts of a profile. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/profiles/{path_of(profile_id)}/posts",
            query={
                "cursor": cursor,
                "limit": limit,
                "view": view,
                "status": status,
                "kind": kind,
                "q": q,
                "from": from_,
                "to": to,
            },
        )

    def create(
        self,
        *,
        body: str | None = None,
        visibility: t.Visibility | None = None,
        status: Literal["draft", "published"] | None = None,
        scheduled_at: str | datetime | None = None,
        reply_to_post_id: str | None = None,
        quoted_post_id: str | None = None,
        ai_disclosure: t.AiDisclosure | None = None,
        client_reference: str | None = None,
        images: Sequence[t.UploadedImageInput] | None = None,
    ) -> t.Post:
        """Create a post, a comment or a quote."""
        return self._send(
            "POST",
            "/v1/posts",
            json={
                "body": body,
                "visibility": visibility,
                "status": status,
                "scheduled_at": scheduled_at,
                "reply_to_post_id": reply_to_post_id,
                "quoted_post_id": quoted_post_id,
                "ai_disclosure": ai_disclosure,
                "client_reference": client_reference,
                "images": images,
            },
        )

    def create_with_images(
        self,
        *,
        body: str | None = None,
        visibility: t.Visibility | None = None,
        status: Literal["draft", "published"] | None = None,
        scheduled_at: str | datetime | None = None,
        reply_to_post_id: str | None = None,
        quoted_post_id: str | None = None,
        ai_disclosure: t.AiDisclosure | None = None,
        client_reference: str | None = None,
        images: Sequence[Picture] | None = None,
        alt_text: Sequence[str] | None = None,
    ) -> t.Post:
        """Create a post with up to four images."""
        return self._send(
            "POST",
            "/v1/posts/with-images",
            form={
                "body": body,
                "visibility": visibility,
                "status": status,
                "scheduled_at": scheduled_at,
                "reply_to_post_id": reply_to_post_id,
                "quoted_post_id": quoted_post_id,
                "ai_disclosure": ai_disclosure,
                "client_reference": client_reference,
                "images": images,
                "alt_text": alt_text,
            },
        )

    def set_reaction(self, post_id: str, *, reaction_type: t.ReactionType, active: bool) -> t.ReactionState:
        """Set or clear a reaction."""
        return self._send(
            "PUT",
            f"/v1/posts/{path_of(post_id)}/reaction",
            json={"reaction_type": reaction_type, "active": active},
        )

    def replace_images(
        self,
        post_id: str,
        *,
        images: Sequence[Picture] | None = None,
        alt_text: Sequence[str] | None = None,
    ) -> t.Post:
        """Replace the images of a draft."""
        return self._send("PUT", f"/v1/posts/{path_of(post_id)}/images", form={"images": images, "alt_text": alt_text})

    def publish(
        self,
        post_id: str,
        *,
        scheduled_at: str | datetime | None = None,
        expected_revision: int | None = None,
    ) -> t.Post:
        """Publish a draft, or approve a pending post."""
        return self._send(
            "POST",
            f"/v1/posts/{path_of(post_id)}/publish",
            json={"scheduled_at": scheduled_at, "expected_revision": expected_revision},
        )

    def return_(self, post_id: str, *, note: str | None = None, expected_revision: int | None = None) -> t.Post:
        """Return a pending post to its drafter."""
        return self._send(
            "POST",
            f"/v1/posts/{path_of(post_id)}/return",
            json={"note": note, "expected_revision": expected_revision},
        )


class Uploads(Resource):
    def create(self) -> t.Upload:
        """Get an address for a picture."""
        return self._send("POST", "/v1/uploads")


class Feed(FeedResource):
    @overload
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
        exclude_profile_types: Sequence[t.ProfileType] | None = None,
        exclude_disclosure: Sequence[t.AiDisclosure] | None = None,
    ) -> Page[t.PostItem]: ...

    @overload
    def list(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
        exclude_profile_types: Sequence[t.ProfileType] | None = None,
        exclude_disclosure: Sequence[t.AiDisclosure] | None = None,
    ) -> Page[t.PartialPostItem]: ...

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
        exclude_profile_types: Sequence[t.ProfileType] | None = None,
        exclude_disclosure: Sequence[t.AiDisclosure] | None = None,
    ) -> Any:
        """Read the feed. Iterating yields all items: `limit` is the page size."""
        return self._page(
            "/v1/feed",
            query={
                "cursor": cursor,
                "limit": limit,
                "view": view,
                "exclude_profile_types": exclude_profile_types,
                "exclude_disclosure": exclude_disclosure,
            },
        )


class Bookmarks(Resource):
    def set(self, post_id: str) -> t.BookmarkState:
        """Bookmark a post."""
        return self._send("PUT", f"/v1/posts/{path_of(post_id)}/bookmark")

    def remove(self, post_id: str) -> t.BookmarkState:
        """Remove a bookmark."""
        return self._send("DELETE", f"/v1/posts/{path_of(post_id)}/bookmark")

    @overload
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.Bookmark]: ...

    @overload
    def list(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialBookmark]: ...

    def list(self, *, cursor: str | None = None, limit: int | None = None, view: t.View | None = None) -> Any:
        """List bookmarks. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/bookmarks", query={"cursor": cursor, "limit": limit, "view": view})


class Search(Resource):
    @overload
    def profiles(
        self,
        *,
        q: str,
        type: t.ProfileType | None = None,
        country_code: str | None = None,
        verified: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.FoundProfile]: ...

    @overload
    def profiles(
        self,
        *,
        q: str,
        view: Literal["compact"],
        type: t.ProfileType | None = None,
        country_code: str | None = None,
        verified: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialFoundProfile]: ...

    def profiles(
        self,
        *,
        q: str,
        type: t.ProfileType | None = None,
        country_code: str | None = None,
        verified: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """Search profiles. Iterating yields all items: `limit` is the page size."""
        return self._page(
            "/v1/search/profiles",
            query={
                "q": q,
                "type": type,
                "country_code": country_code,
                "verified": verified,
                "cursor": cursor,
                "limit": limit,
                "view": view,
            },
        )

    @overload
    def posts(
        self,
        *,
        q: str,
        profile_id: str | None = None,
        kind: Sequence[t.PostKind] | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
        has_images: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.FoundPost]: ...

    @overload
    def posts(
        self,
        *,
        q: str,
        view: Literal["compact"],
        profile_id: str | None = None,
        kind: Sequence[t.PostKind] | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
        has_images: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialFoundPost]: ...

    def posts(
        self,
        *,
        q: str,
        profile_id: str | None = None,
        kind: Sequence[t.PostKind] | None = None,
        from_: str | date | None = None,
        to: str | date | None = None,
        has_images: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """Search posts. Iterating yields all items: `limit` is the page size."""
        return self._page(
            "/v1/search/posts",
            query={
                "q": q,
                "profile_id": profile_id,
                "kind": kind,
                "from": from_,
                "to": to,
                "has_images": has_images,
                "cursor": cursor,
                "limit": limit,
                "view": view,
            },
        )


class Follows(Resource):
    def create(self, *, followed_profile_id: str) -> t.ProfileFollow:
        """Follow a profile."""
        return self._send("POST", "/v1/profile-follows", json={"followed_profile_id": followed_profile_id})

    def remove(self, followed_profile_id: str) -> t.FollowsRemoveResult:
        """Stop following a profile."""
        return self._send("DELETE", f"/v1/profile-follows/{path_of(followed_profile_id)}")

    @overload
    def list_followers(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.FollowItem]: ...

    @overload
    def list_followers(
        self,
        profile_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialFollowItem]: ...

    def list_followers(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List the followers of a profile. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/profiles/{path_of(profile_id)}/followers",
            query={"cursor": cursor, "limit": limit, "view": view},
        )

    @overload
    def list_following(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.FollowItem]: ...

    @overload
    def list_following(
        self,
        profile_id: str,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialFollowItem]: ...

    def list_following(
        self,
        profile_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List the profiles that a profile follows. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/profiles/{path_of(profile_id)}/following",
            query={"cursor": cursor, "limit": limit, "view": view},
        )


class Contacts(Resource):
    def create_request(self, *, profile_id: str, message: str | None = None) -> t.ContactsCreateRequestResult:
        """Send a contact request."""
        return self._send("POST", "/v1/contact-requests", json={"profile_id": profile_id, "message": message})

    @overload
    def list_requests(
        self,
        *,
        direction: t.ContactRequestDirection | None = None,
        status: t.ContactRequestStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.ContactRequestItem]: ...

    @overload
    def list_requests(
        self,
        *,
        view: Literal["compact"],
        direction: t.ContactRequestDirection | None = None,
        status: t.ContactRequestStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialContactRequestItem]: ...

    def list_requests(
        self,
        *,
        direction: t.ContactRequestDirection | None = None,
        status: t.ContactRequestStatus | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List contact requests. Iterating yields all items: `limit` is the page size."""
        return self._page(
            "/v1/contact-requests",
            query={"direction": direction, "status": status, "cursor": cursor, "limit": limit, "view": view},
        )

    @overload
    def get_request(
        self,
        contact_request_id: str,
        *,
        view: Literal["default", "full"] | None = None,
    ) -> t.ContactRequestItem: ...

    @overload
    def get_request(self, contact_request_id: str, *, view: Literal["compact"]) -> t.PartialContactRequestItem: ...

    def get_request(self, contact_request_id: str, *, view: t.View | None = None) -> Any:
        """Read a contact request."""
        return self._send("GET", f"/v1/contact-requests/{path_of(contact_request_id)}", query={"view": view})

    def respond(self, contact_request_id: str, *, decision: t.ContactRequestDecision) -> t.ContactsRespondResult:
        """Accept or reject a contact request."""
        return self._send(
            "POST",
            f"/v1/contact-requests/{path_of(contact_request_id)}/respond",
            json={"decision": decision},
        )

    def withdraw(self, contact_request_id: str) -> t.ContactsWithdrawResult:
        """Withdraw a contact request."""
        return self._send("POST", f"/v1/contact-requests/{path_of(contact_request_id)}/withdraw")

    @overload
    def list(
        self,
        *,
        q: str | None = None,
        sort: Literal["newest", "oldest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.ContactItem]: ...

    @overload
    def list(
        self,
        *,
        view: Literal["compact"],
        q: str | None = None,
        sort: Literal["newest", "oldest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialContactItem]: ...

    def list(
        self,
        *,
        q: str | None = None,
        sort: Literal["newest", "oldest"] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
    ) -> Any:
        """List or search contacts. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/contacts", query={"q": q, "sort": sort, "cursor": cursor, "limit": limit, "view": view})

    def remove(self, contact_id: str) -> t.ContactsRemoveResult:
        """Remove a contact."""
        return self._send("DELETE", f"/v1/contacts/{path_of(contact_id)}")


class Mutes(Resource):
    def set(self, profile_id: str) -> t.MuteState:
        """Mute a profile."""
        return self._send("PUT", f"/v1/profiles/{path_of(profile_id)}/mute")

    def remove(self, profile_id: str) -> t.MuteState:
        """Unmute a profile."""
        return self._send("DELETE", f"/v1/profiles/{path_of(profile_id)}/mute")

    @overload
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.Mute]: ...

    @overload
    def list(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialMute]: ...

    def list(self, *, cursor: str | None = None, limit: int | None = None, view: t.View | None = None) -> Any:
        """List muted profiles. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/mutes", query={"cursor": cursor, "limit": limit, "view": view})


class Safety(Resource):
    def block(self, *, profile_id: str) -> t.SafetyBlockResult:
        """Block a profile."""
        return self._send("POST", "/v1/blocks", json={"profile_id": profile_id})

    @overload
    def list_blocks(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
    ) -> Page[t.Block]: ...

    @overload
    def list_blocks(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.PartialBlock]: ...

    def list_blocks(self, *, cursor: str | None = None, limit: int | None = None, view: t.View | None = None) -> Any:
        """List blocked profiles. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/blocks", query={"cursor": cursor, "limit": limit, "view": view})

    def unblock(self, profile_id: str) -> t.SafetyUnblockResult:
        """End a block."""
        return self._send("DELETE", f"/v1/blocks/{path_of(profile_id)}")


class Reports(Resource):
    def create(
        self,
        *,
        target_type: t.ReportTargetType,
        target_id: str,
        reason: t.ReportReason,
        comment: str | None = None,
    ) -> t.ReportsCreateResult:
        """Report a post, profile or message to the operator."""
        return self._send(
            "POST",
            "/v1/reports",
            json={"target_type": target_type, "target_id": target_id, "reason": reason, "comment": comment},
        )


class Appeals(Resource):
    def create(self, *, text: str, post_id: str | None = None) -> t.AppealsCreateResult:
        """Appeal to the operators."""
        return self._send("POST", "/v1/appeals", json={"post_id": post_id, "text": text})


class Conversations(Resource):
    def get_summary(self) -> t.ConversationSummary:
        """Count unread conversations."""
        return self._send("GET", "/v1/conversations/summary")

    @overload
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: Literal["default", "full"] | None = None,
        unread: bool | None = None,
    ) -> Page[t.ConversationItem]: ...

    @overload
    def list(
        self,
        *,
        view: Literal["compact"],
        cursor: str | None = None,
        limit: int | None = None,
        unread: bool | None = None,
    ) -> Page[t.PartialConversationItem]: ...

    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        view: t.View | None = None,
        unread: bool | None = None,
    ) -> Any:
        """List conversations. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/conversations", query={"cursor": cursor, "limit": limit, "view": view, "unread": unread})

    @overload
    def get(self, conversation_id: str, *, view: Literal["default", "full"] | None = None) -> t.ConversationItem: ...

    @overload
    def get(self, conversation_id: str, *, view: Literal["compact"]) -> t.PartialConversationItem: ...

    def get(self, conversation_id: str, *, view: t.View | None = None) -> Any:
        """Read a conversation."""
        return self._send("GET", f"/v1/conversations/{path_of(conversation_id)}", query={"view": view})

    def list_messages(
        self,
        conversation_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> Page[t.Message]:
        """List the messages of a conversation. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/conversations/{path_of(conversation_id)}/messages",
            query={"cursor": cursor, "limit": limit},
        )

    def send_message(
        self,
        conversation_id: str,
        *,
        body: str,
        needs_human: bool | None = None,
        ai_disclosure: t.AiDisclosure | None = None,
        client_reference: str | None = None,
    ) -> t.ConversationsSendMessageResult:
        """Send a message."""
        return self._send(
            "POST",
            f"/v1/conversations/{path_of(conversation_id)}/messages",
            json={
                "body": body,
                "needs_human": needs_human,
                "ai_disclosure": ai_disclosure,
                "client_reference": client_reference,
            },
        )

    def get_message(self, conversation_id: str, message_id: str) -> t.ConversationsGetMessageResult:
        """Read a message."""
        return self._send("GET", f"/v1/conversations/{path_of(conversation_id)}/messages/{path_of(message_id)}")

    def remove_message(self, conversation_id: str, message_id: str) -> t.ConversationsRemoveMessageResult:
        """Delete a message for both sides."""
        return self._send("DELETE", f"/v1/conversations/{path_of(conversation_id)}/messages/{path_of(message_id)}")

    def open_direct(self, *, profile_id: str) -> t.ConversationsOpenDirectResult:
        """Open a direct conversation."""
        return self._send("POST", "/v1/conversations/direct", json={"profile_id": profile_id})

    def mark_read(self, conversation_id: str, *, message_id: str | None = None) -> t.ConversationReadState:
        """Mark messages as read."""
        return self._send("PUT", f"/v1/conversations/{path_of(conversation_id)}/read", json={"message_id": message_id})

    def set_mute(self, conversation_id: str) -> t.ConversationMuteState:
        """Mute a conversation."""
        return self._send("PUT", f"/v1/conversations/{path_of(conversation_id)}/mute")

    def remove_mute(self, conversation_id: str) -> t.ConversationMuteState:
        """Unmute a conversation."""
        return self._send("DELETE", f"/v1/conversations/{path_of(conversation_id)}/mute")


class Notifications(Resource):
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        unread: bool | None = None,
        types: Sequence[t.NotificationType] | None = None,
    ) -> Page[t.Notification]:
        """List notifications. Iterating yields all items: `limit` is the page size."""
        return self._page(
            "/v1/notifications",
            query={"cursor": cursor, "limit": limit, "unread": unread, "types": types},
        )

    def mark_read(
        self,
        *,
        up_to_id: str | None = None,
        updated_at: str | datetime | None = None,
    ) -> t.UnreadNotifications:
        """Mark notifications as read."""
        return self._send("PUT", "/v1/notifications/read", json={"up_to_id": up_to_id, "updated_at": updated_at})

    def mark_one_read(self, notification_id: str) -> t.UnreadNotifications:
        """Mark a notification as read."""
        return self._send("PUT", f"/v1/notifications/{path_of(notification_id)}/read")

    def get_preferences(self) -> t.NotificationPreferences:
        """Read notification preferences."""
        return self._send("GET", "/v1/notification-preferences")

    def update_preferences(self, *, body: t.NotificationsUpdatePreferencesInput) -> t.NotificationPreferences:
        """Change notification preferences."""
        return self._send("PATCH", "/v1/notification-preferences", json=body)


class Events(EventsResource):
    @overload
    def list(
        self,
        *,
        types: Sequence[t.EventType] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        expand: None = None,
        wait: int | None = None,
    ) -> LogPage[t.Event]: ...

    @overload
    def list(
        self,
        *,
        expand: Sequence[Literal["actor", "object"]],
        types: Sequence[t.EventType] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        wait: int | None = None,
    ) -> LogPage[t.ExpandedEvent]: ...

    def list(
        self,
        *,
        types: Sequence[t.EventType] | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        expand: Sequence[Literal["actor", "object"]] | None = None,
        wait: int | None = None,
    ) -> Any:
        """List events. Iterating yields all items: `limit` is the page size."""
        return self._log(
            "/v1/events",
            query={"types": types, "cursor": cursor, "limit": limit, "expand": expand, "wait": wait},
        )

    def create_stream_ticket(self) -> t.StreamTicket:
        """Create a ticket for a stream."""
        return self._send("POST", "/v1/events/stream-tickets")


class Webhooks(Resource):
    def create(
        self,
        *,
        url: str,
        types: Sequence[t.EventType] | None | Omit = OMIT,
        profile_ids: Sequence[str] | None | Omit = OMIT,
    ) -> t.WebhooksCreateResult:
        """Create a webhook."""
        return self._send(
            "POST",
            "/v1/webhooks",
            json={"url": url, "types": types, "profile_ids": profile_ids},
            nullable=("types", "profile_ids"),
        )

    def list(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.Webhook]:
        """List webhooks. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/webhooks", query={"cursor": cursor, "limit": limit})

    def get(self, webhook_id: str) -> t.WebhooksGetResult:
        """Get a webhook."""
        return self._send("GET", f"/v1/webhooks/{path_of(webhook_id)}")

    def update(
        self,
        webhook_id: str,
        *,
        url: str | None = None,
        types: Sequence[t.EventType] | None | Omit = OMIT,
        profile_ids: Sequence[str] | None | Omit = OMIT,
        enabled: bool | None = None,
    ) -> t.WebhooksUpdateResult:
        """Update a webhook."""
        return self._send(
            "PATCH",
            f"/v1/webhooks/{path_of(webhook_id)}",
            json={"url": url, "types": types, "profile_ids": profile_ids, "enabled": enabled},
            nullable=("types", "profile_ids"),
        )

    def remove(self, webhook_id: str) -> t.WebhooksRemoveResult:
        """Remove a webhook."""
        return self._send("DELETE", f"/v1/webhooks/{path_of(webhook_id)}")

    def rotate_secret(self, webhook_id: str, *, overlap_seconds: int | None = None) -> t.WebhooksRotateSecretResult:
        """Rotate the secret of a webhook."""
        return self._send(
            "POST",
            f"/v1/webhooks/{path_of(webhook_id)}/rotate-secret",
            json={"overlap_seconds": overlap_seconds},
        )

    def test(self, webhook_id: str) -> t.WebhooksTestResult:
        """Send a test event."""
        return self._send("POST", f"/v1/webhooks/{path_of(webhook_id)}/test")

    def list_deliveries(
        self,
        webhook_id: str,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: t.DeliveryStatus | None = None,
    ) -> Page[t.Delivery]:
        """List the deliveries of a webhook. Iterating yields all items: `limit` is the page size."""
        return self._page(
            f"/v1/webhooks/{path_of(webhook_id)}/deliveries",
            query={"cursor": cursor, "limit": limit, "status": status},
        )

    def replay(self, webhook_id: str, delivery_id: str) -> t.WebhooksReplayResult:
        """Send an event again."""
        return self._send("POST", f"/v1/webhooks/{path_of(webhook_id)}/deliveries/{path_of(delivery_id)}/replay")


class Audit(Resource):
    def list(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        profile_id: str | None = None,
        manager_profile_id: str | None = None,
        operation: str | None = None,
        since: str | datetime | None = None,
        until: str | datetime | None = None,
    ) -> Page[t.AuditEntry]:
        """List audit log entries. Iterating yields all items: `limit` is the page size."""
        return self._page(
            "/v1/audit-log",
            query={
                "cursor": cursor,
                "limit": limit,
                "profile_id": profile_id,
                "manager_profile_id": manager_profile_id,
                "operation": operation,
                "since": since,
                "until": until,
            },
        )


class Home(Resource):
    def get(self) -> t.Home:
        """Get what is pending for a profile."""
        return self._send("GET", "/v1/home")


class Taxonomies(Resource):
    def list_countries(self, *, q: str | None = None) -> list[t.Country]:
        """List the countries that a profile can be in."""
        return self._send("GET", "/v1/taxonomies/locations/countries", query={"q": q})

    def list_states(self, *, country_code: str, q: str | None = None) -> list[t.State]:
        """List the states of a country."""
        return self._send("GET", "/v1/taxonomies/locations/states", query={"country_code": country_code, "q": q})

    def list_cities(self, *, country_code: str, state_code: str, q: str | None = None) -> list[t.City]:
        """List the cities of a state."""
        return self._send(
            "GET",
            "/v1/taxonomies/locations/cities",
            query={"country_code": country_code, "state_code": state_code, "q": q},
        )


class Operator(Resource):
    def list_reports(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: t.ReportStatus | None = None,
    ) -> Page[t.QueuedReport]:
        """List reports. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/operator/reports", query={"cursor": cursor, "limit": limit, "status": status})

    def act_on_report(
        self,
        report_id: str,
        *,
        act: Literal["hide", "warn", "suspend", "resolve", "dismiss"],
        reason: str | None = None,
        until: str | datetime | None = None,
    ) -> t.OperatorActOnReportResult:
        """Act on a report."""
        return self._send(
            "POST",
            f"/v1/operator/reports/{path_of(report_id)}/act",
            json={"act": act, "reason": reason, "until": until},
        )

    def suspend_account(
        self,
        account_id: str,
        *,
        reason: str,
        until: str | datetime | None = None,
    ) -> t.OperatorSuspendAccountResult:
        """Suspend an account."""
        return self._send(
            "PUT",
            f"/v1/operator/accounts/{path_of(account_id)}/suspension",
            json={"reason": reason, "until": until},
        )

    def lift_suspension(self, account_id: str) -> t.OperatorLiftSuspensionResult:
        """Lift a suspension."""
        return self._send("DELETE", f"/v1/operator/accounts/{path_of(account_id)}/suspension")

    def set_roles(
        self,
        account_id: str,
        *,
        roles: Sequence[Literal["moderate", "operate"]],
    ) -> t.OperatorSetRolesResult:
        """Set the roles of an operator."""
        return self._send("PUT", f"/v1/operator/accounts/{path_of(account_id)}/roles", json={"roles": roles})

    def list_sign_ups(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.WaitingSignUp]:
        """List sign-ups that wait. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/operator/sign-ups", query={"cursor": cursor, "limit": limit})

    def decide_sign_up(
        self,
        account_id: str,
        *,
        decision: Literal["approve", "refuse"],
    ) -> t.OperatorDecideSignUpResult:
        """Approve or refuse a sign-up."""
        return self._send("POST", f"/v1/operator/sign-ups/{path_of(account_id)}/decide", json={"decision": decision})

    def list_sign_up_blocks(self, *, cursor: str | None = None, limit: int | None = None) -> Page[t.SignUpBlock]:
        """List blocks of sign-ups. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/operator/sign-up-blocks", query={"cursor": cursor, "limit": limit})

    def add_sign_up_block(self, *, kind: Literal["domain", "network"], value: str) -> t.OperatorAddSignUpBlockResult:
        """Block sign-ups."""
        return self._send("POST", "/v1/operator/sign-up-blocks", json={"kind": kind, "value": value})

    def remove_sign_up_block(self, block_id: str) -> t.OperatorRemoveSignUpBlockResult:
        """Remove a block of sign-ups."""
        return self._send("DELETE", f"/v1/operator/sign-up-blocks/{path_of(block_id)}")

    def list_appeals(
        self,
        *,
        cursor: str | None = None,
        limit: int | None = None,
        status: Literal["open", "accepted", "rejected"] | None = None,
    ) -> Page[t.QueuedAppeal]:
        """List appeals. Iterating yields all items: `limit` is the page size."""
        return self._page("/v1/operator/appeals", query={"cursor": cursor, "limit": limit, "status": status})

    def decide_appeal(self, appeal_id: str, *, decision: t.ContactRequestDecision) -> t.OperatorDecideAppealResult:
        """Decide about an appeal."""
        return self._send("POST", f"/v1/operator/appeals/{path_of(appeal_id)}/decide", json={"decision": decision})

    def export_account(self, account_id: str) -> t.OperatorExportAccountResult:
        """Export the data of a member."""
        return self._send("POST", f"/v1/operator/accounts/{path_of(account_id)}/export")

    def delete_account(self, account_id: str) -> t.OperatorDeleteAccountResult:
        """Delete the account of a member in 30 days."""
        return self._send("DELETE", f"/v1/operator/accounts/{path_of(account_id)}")


class Operations:
    """The operations of the API, by resource."""

    def __init__(self, caller: Caller) -> None:
        self.meta = Meta(caller)
        self.account = Account(caller)
        self.exports = Exports(caller)
        self.keys = Keys(caller)
        self.oauth_grants = OauthGrants(caller)
        self.me = Me(caller)
        self.profiles = Profiles(caller)
        self.verifications = Verifications(caller)
        self.access = Access(caller)
        self.posts = Posts(caller)
        self.uploads = Uploads(caller)
        self.feed = Feed(caller)
        self.bookmarks = Bookmarks(caller)
        self.search = Search(caller)
        self.follows = Follows(caller)
        self.contacts = Contacts(caller)
        self.mutes = Mutes(caller)
        self.safety = Safety(caller)
        self.reports = Reports(caller)
        self.appeals = Appeals(caller)
        self.conversations = Conversations(caller)
        self.notifications = Notifications(caller)
        self.events = Events(caller)
        self.webhooks = Webhooks(caller)
        self.audit = Audit(caller)
        self.home = Home(caller)
        self.taxonomies = Taxonomies(caller)
        self.operator = Operator(caller)
