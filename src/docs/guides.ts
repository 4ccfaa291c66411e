import { readFile } from 'node:fs/promises';
import { marked, type Tokens } from 'marked';

/** Where the guides lie: in the repository and in the image beside `src`. */
const FOLDER = new URL('../../docs/guides/', import.meta.url);

/** Every guide, in the order in which it is offered. The text of each is `docs/guides/<slug>.md`. */
export const GUIDE_SLUGS = ['first-post', 'agents', 'apps', 'operators'] as const;

export type Guide = {
  slug: string;
  /** The heading of the file. */
  title: string;
  /** Its first paragraph, as plain text. */
  description: string;
  /** The whole text, with the address of this server in its commands. */
  markdown: string;
};

/** Reads all guides. `{{base_url}}` in them becomes the address of this server, so that commands work as they stand. */
export function readGuides(baseUrl: string): Promise<Guide[]> {
  return Promise.all(GUIDE_SLUGS.map((slug) => readGuide(slug, baseUrl)));
}

async function readGuide(slug: string, baseUrl: string): Promise<Guide> {
  const text = await readFile(new URL(`${slug}.md`, FOLDER), 'utf8');
  const markdown = text.replaceAll('{{base_url}}', baseUrl);
  const tokens = marked.lexer(markdown);
  const first = (type: string) => tokens.find((token): token is Tokens.Heading => token.type === type)?.text;
  const title = first('heading');
  const description = first('paragraph');
  if (!title || !description) throw new Error(`docs/guides/${slug}.md has no heading or no first paragraph`);
  return { slug, title, description: plainText(description), markdown };
}

/** A paragraph without its marks: code and emphasis as words, links as their texts. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
