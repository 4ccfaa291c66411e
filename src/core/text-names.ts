import type { z } from 'zod';
import { claimsService, imitatesService } from './service-name.ts';
import { isBlank, line, type RuleParams } from './text.ts';
import { SELECTED } from './text-selectors.ts';

/** Characters that nobody sees, or that look like a space. `line` rejects bidi embeddings, overrides and isolates. */
const INVISIBLE = String.raw`[[\p{Default_Ignorable_Code_Point}\u2800\ufff9-\ufffb]--[\u202a-\u202e\u2066-\u2069]]`;
/** Scripts in which a joiner within a word changes how letters connect. */
const JOINING_SCRIPTS = 'Arab Syrc Nkoo Mong Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Khmr Mymr Tibt'.split(
  ' ',
);
const JOINING = String.raw`[[${JOINING_SCRIPTS.map((script) => String.raw`\p{scx=${script}}`).join('')}]&&[\p{L}\p{M}]]`;
/** Where an invisible character has a meaning: in emoji, within words of some scripts, and behind letters with variants. */
const NEEDED = [
  String.raw`\p{RGI_Emoji_Tag_Sequence}`,
  String.raw`\p{Extended_Pictographic}\p{Emoji_Modifier}?[\ufe0e\ufe0f]?(?:\u200d(?=\p{Extended_Pictographic}))?`,
  SELECTED,
  String.raw`\p{scx=Mong}[\u180b-\u180f]`,
  String.raw`(?<=${JOINING})[\u200c\u200d](?=${JOINING})`,
].join('|');
const NAME_PARTS = new RegExp(`${NEEDED}|(${INVISIBLE})`, 'gv');
/** Marks of direction have an effect on these only. */
const RIGHT_TO_LEFT =
  /[[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]&&\p{L}]/v;
const DIRECTION_MARK = /^[\u061c\u200e\u200f]$/;

/** Check marks of any kind (also in right-to-left and inverse form) and what looks like one. Only the server says who is verified. */
const VERIFICATION_MARK = /[\u2611\u2705\u2713\u2714\u237b\u221a\uaa9c\u{10102}\u{1f5f8}\u{1f5f9}\u{1fbb1}]/u;

/** Without invisible characters, except where a script or an emoji needs them. Blank text stays as it is. */
export function withoutInvisible(name: string): string {
  const keepsMarks = RIGHT_TO_LEFT.test(name);
  const clean = name.replace(NAME_PARTS, (part, invisible?: string) =>
    invisible === undefined || (keepsMarks && DIRECTION_MARK.test(part)) ? part : '',
  );
  return isBlank(clean) ? name : clean.trim();
}

const marked = (value: string): RuleParams | null =>
  VERIFICATION_MARK.test(value) ? { rule: 'verification_mark' } : null;

/** A line without invisible characters, marks that look like a verification, and what only the service may say. */
const lineOf =
  (pretends: (value: string) => boolean) =>
  (max: number, { min }: { min: number }): z.ZodString => {
    const check = (value: string) => marked(value) ?? (pretends(value) ? ({ rule: 'service_name' } as const) : null);
    return line(max, { min, normalize: withoutInvisible, check });
  };

/** A line next to a name, such as an occupation. */
export const memberLine = lineOf(claimsService);

/** A name that members see. */
export const memberName = lineOf(imitatesService);
