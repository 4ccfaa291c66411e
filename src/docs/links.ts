import { readFile } from 'node:fs/promises';
import { GUIDE_SLUGS } from './guides.ts';

/** The repository, or what the image has of it. */
const REPOSITORY = new URL('../../', import.meta.url);

/** Files of the repository that texts link to, all that `/docs/files/` serves. The image must have them, too. */
export const REPOSITORY_FILES = [
  '.env.example',
  'CHANGELOG.md',
  'NOTICE',
  'clients/typescript/README.md',
  'docker-compose.yml',
] as const;

/** Reads one of the list. */
export function readRepositoryFile(name: (typeof REPOSITORY_FILES)[number]): Promise<string> {
  return readFile(new URL(name, REPOSITORY), 'utf8');
}

/**
 * Where a link of a guide leads on this site. Guides name files from their own folder, so that their links work in the
 * repository. `root` is the path or the address that the site is under; null for a file that it does not serve.
 */
export function guideLink(href: string, root: string): string | null {
  if (/^(https?:|mailto:|#|\/)/.test(href)) return href;
  const { pathname, hash } = new URL(href, 'file:///docs/guides/');
  const slug = GUIDE_SLUGS.find((one) => pathname === `/docs/guides/${one}.md`);
  if (slug) return `${root}/docs/guides/${slug}${hash}`;
  const file = REPOSITORY_FILES.find((one) => pathname === `/${one}`);
  return file ? `${root}/docs/files/${file}` : null;
}

/** A guide as a text that can be read anywhere: its links hold the address of this server. */
export function withAddresses(markdown: string, baseUrl: string): string {
  return markdown.replaceAll(/\]\((\.[^)\s]*|[\w-]+\.md[^)\s]*)\)/g, (link, href) => {
    const target = guideLink(href, baseUrl);
    return target ? `](${target})` : link;
  });
}
