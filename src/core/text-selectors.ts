/**
 * Variation selectors choose a form of the character before them. Anywhere else nobody sees them, but models read what
 * they spell: each of the 256 can stand for a byte. Kept is one behind a character that has forms: an emoji, an ideograph,
 * or a letter or sign of StandardizedVariants.txt. Those of Mongolian (U+180B-U+180F) are letters of another kind.
 */
export const SELECTED = [
  String.raw`\p{Emoji}[\ufe0e\ufe0f]`,
  String.raw`\p{scx=Han}[\ufe00-\ufe02\u{e0100}-\u{e01ef}]`,
  String.raw`[\p{scx=Mymr}\p{scx=Phag}\p{Sm}]\ufe00`,
].join('|');

/** Tag characters spell text, too. They have a meaning in flags of regions only (UTS #51, "RGI"). */
const SELECTOR_OR_TAG = String.raw`[\ufe00-\ufe0f\u{e0000}-\u{e007f}\u{e0100}-\u{e01ef}]`;
const HAS_SELECTOR_OR_TAG = new RegExp(SELECTOR_OR_TAG, 'v');
const HIDDEN = new RegExp(String.raw`(\p{RGI_Emoji_Tag_Sequence}|${SELECTED})|${SELECTOR_OR_TAG}`, 'gv');

/** Without tag characters and variation selectors where they have no meaning. */
export const withoutHidden = (text: string): string =>
  HAS_SELECTOR_OR_TAG.test(text) ? text.replace(HIDDEN, '$1') : text;
