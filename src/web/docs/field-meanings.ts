/**
 * What fields mean that have the same meaning in every object, by their names: the reference says it, and the OpenAPI
 * document stays small.
 */
export const FIELD_MEANINGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    id: 'The id of the object.',
    profile_id: 'The profile that it belongs to.',
    created_at: 'When it was created.',
    updated_at: 'When it last changed.',
    edited_at: 'When its text last changed; null if never.',
    scheduled_at: 'When it will be published; null if it is not scheduled.',
    published_at: 'When it was published; null before.',
    next_cursor: 'Send it as `cursor` to read the next page; null on the last one.',
    body_preview: 'How the text begins.',
    body_truncated: 'Whether the text is longer than `body_preview`.',
    images: 'The pictures, in their order.',
    image_count: 'The number of pictures.',
    content_base64: 'The file in base64, instead of an upload.',
    reply_to_post_id: 'The post or comment that it answers; null if none.',
    root_post_id: 'The post below which it is; null if it is no comment.',
    visibility: 'Who may read it.',
    viewer_reaction: 'The reaction of the profile that reads; null if there is none.',
    ai_disclosure: 'How much of it AI wrote.',
    is_golden_ticket: 'A mark that the operator gave it. It changes nothing else.',
    read_at: 'When it was read; null before.',
    revision: 'Grows with each change.',
    username: 'The unique name, for `@` and addresses.',
    name: 'The name that people read.',
    occupation: 'What the profile does.',
    legal_name_verified: 'Whether the name is verified.',
    verified_domain: 'The domain that a company proved; null if none.',
    profile: 'Its author, or who did it; of contacts, mutes and blocks the other member.',
    post: 'The post itself.',
    written_by: 'The profile that wrote it.',
    approved_by: 'The profile that approved it; null if none did.',
  }),
);
