/** What the reading fragments ask of a caller with one profile, as the server makes it from its credential. */
export function readerOf(profileId: string): Record<string, unknown> {
  const own = [profileId];
  return {
    reader_id: profileId,
    reader_ids: own,
    signed_in: true,
    own_ids: own,
    editable_ids: own,
    editable_comment_ids: own,
  };
}

/** The same of a caller without a credential. */
export const anonymousReader: Record<string, unknown> = {
  reader_id: null,
  reader_ids: [],
  signed_in: false,
  own_ids: [],
  editable_ids: [],
  editable_comment_ids: [],
};
