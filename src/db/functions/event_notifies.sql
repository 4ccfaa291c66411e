-- Whether an event may notify someone. A comparison with constants is much faster than a list of types.
CREATE OR REPLACE FUNCTION "public"."event_notifies"("event_type" text, "profile" uuid, "actor" uuid) RETURNS boolean LANGUAGE plpgsql IMMUTABLE
	AS $$
BEGIN
	RETURN CASE WHEN profile IS DISTINCT FROM actor THEN "event_type" IN ('reaction.changed', 'comment.created', 'quote.created',
			'mention.created', 'post.returned', 'post.published', 'follow.created', 'follow.removed', 'contact_request.created',
			'contact_request.accepted', 'contact_request.rejected', 'contact_request.withdrawn', 'contact_request.expired',
			'message.created', 'message.deleted', 'access_grant.invited', 'access_grant.resent', 'access_grant.accepted',
			'access_grant.declined', 'access_grant.updated', 'access_grant.revoked', 'access_grant.expired', 'profile.verified',
			'verification.rejected', 'report.settled') ELSE false END
		OR "event_type" IN ('post.removed', 'post.approval_requested', 'profile.deleted', 'api_key.revoked', 'webhook.disabled');
END
$$;
