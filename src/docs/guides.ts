import { readFile } from 'node:fs/promises';
import { marked, type Tokens } from 'marked';

/** Where texts and guides lie: in the repository and in the image beside `src`. */
const DOCS = new URL('../../docs/', import.meta.url);
const FOLDER = new URL('guides/', DOCS);

/** Every guide, in the order in which it is offered. The text of each is `docs/guides/<slug>.md`. */
export const GUIDE_SLUGS = [
  'first-post',
  'agents',
  'company-agent',
  'flows',
  'mcp',
  'apps',
  'oauth',
  'operators',
] as const;

export type Guide = Article & { slug: string };

/** A text for people, written in Markdown. */
export type Article = {
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

/** What was measured, with its picture: `docs/performance.md` and `.svg`, which `bench/report.ts` makes. */
export async function readPerformance(baseUrl: string): Promise<Article & { picture: string }> {
  const [article, picture] = await Promise.all([
    readArticle(new URL('performance.md', DOCS), baseUrl),
    readFile(new URL('performance.svg', DOCS), 'utf8'),
  ]);
  return { ...article, picture };
}

/** What a model reads about the network over MCP, in words of tools: `docs/guide-for-models.md`. */
export function readModelGuide(): Promise<string> {
  return readFile(new URL('guide-for-models.md', DOCS), 'utf8');
}

async function readGuide(slug: string, baseUrl: string): Promise<Guide> {
  return { slug, ...(await readArticle(new URL(`${slug}.md`, FOLDER), baseUrl)) };
}

async function readArticle(file: URL, baseUrl: string): Promise<Article> {
  const text = await readFile(file, 'utf8');
  const markdown = text.replaceAll('{{base_url}}', baseUrl);
  const tokens = marked.lexer(markdown);
  const first = (type: string) => tokens.find((token): token is Tokens.Heading => token.type === type)?.text;
  const title = first('heading');
  const description = first('paragraph');
  if (!title || !description) throw new Error(`${file.pathname} has no heading or no first paragraph`);
  return { title, description: plainText(description), markdown };
}

/** A paragraph without its marks: code and emphasis as words, links as their texts. */
function plainText(markdown: string): string {
  return markdown
    .replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replaceAll(/[`*]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}
