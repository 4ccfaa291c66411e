import { readFile } from 'node:fs/promises';
import { ANY_SERVER, LOCAL_SERVER, SECTIONS, SLUGS, sourceOf } from './guides.ts';

/** The repository, or its part in the image. */
const REPOSITORY = new URL('../../../', import.meta.url);

/** Files of the repository that texts link to. `/docs/files/` serves only these, and the image must contain them. */
export const REPOSITORY_FILES = [
  '.env.example',
  'CHANGELOG.md',
  'NOTICE',
  'SECURITY.md',
  'clients/python/examples/answer_comments.py',
  'clients/python/examples/errors.py',
  'clients/python/examples/first_post.py',
  'clients/python/examples/pages.py',
  'clients/python/examples/react_to_comments.py',
  'clients/python/examples/receive_webhooks.py',
  'clients/python/examples/sign_in.py',
  'clients/python/examples/upload.py',
  'docker-compose.yml',
  'examples/agent-loop.mjs',
  'examples/agent-loop.py',
  'examples/event-poller.mjs',
  'examples/event-poller.py',
  'examples/event-stream.mjs',
  'examples/event-stream.py',
  'examples/mcp-agent.mjs',
  'examples/verify-audit.mjs',
  'examples/web/README.md',
  'examples/web/app.mjs',
  'examples/web/index.html',
  'examples/web/parts.mjs',
  'examples/web/serve.mjs',
  'examples/web/style.css',
  'examples/web/tsconfig.json',
  'examples/webhook-receiver/receiver.mjs',
  'examples/webhook-receiver/receiver.py',
] as const;

/** Programs that need only this server and an account. */
export const EXAMPLES = REPOSITORY_FILES.filter((file) => /(^|\/)examples\/.*\.(mjs|py|md|html|css)$/.test(file));

/** A file as this server shows it: programs and texts have its address, and the links of a text are those of this site. */
export async function readRepositoryFile(name: (typeof REPOSITORY_FILES)[number], baseUrl: string): Promise<string> {
  const text = await readFile(new URL(name, REPOSITORY), 'utf8');
  if (!/\.md$|(^|\/)examples\//.test(name)) return text;
  const shown = text.replaceAll(ANY_SERVER, baseUrl).replaceAll(LOCAL_SERVER, baseUrl);
  return name.endsWith('.md') ? withAddresses(shown, baseUrl, `/${name}`) : shown;
}

const PAGES = ['performance', 'events'];

/** The address of a text's link on this site (`root`: its path or address); null for a file that is not served. */
export function guideLink(href: string, root: string, folder = '/docs/guides/'): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const { pathname, hash } = new URL(href, `file://${folder}`);
  for (const section of SECTIONS) {
    const slug = SLUGS[section].find((one) => pathname === sourceOf(section, one));
    if (slug) return `${root}/docs/${section}/${slug}${hash}`;
  }
  const page = PAGES.find((one) => pathname === `/docs/${one}.md`);
  if (page) return `${root}/docs/${page}${hash}`;
  if (pathname === '/CHANGELOG.md') return `${root}/docs/changelog${hash}`;
  const file = REPOSITORY_FILES.find((one) => pathname === `/${one}`);
  return file ? `${root}/docs/files/${file}` : null;
}

/** Makes the links of a guide absolute, so that it can be read anywhere. */
export function withAddresses(markdown: string, baseUrl: string, folder?: string): string {
  return markdown.replaceAll(/\]\((\.[^)\s]*|[\w/-]+\.md[^)\s]*|\/docs\/[^)\s]*)\)/g, (link, href) => {
    const target = href.startsWith('/') ? baseUrl + href : guideLink(href, baseUrl, folder);
    return target ? `](${target})` : link;
  });
}
