import type { RouteEntry } from '../../http/route-contract.ts';
import type { ErrorGroup } from './errors.ts';
import type { OperationPage } from './operation-page.ts';
import { operationPath } from './route-tables.ts';

/** The page of an operation as Markdown. */
export function operationMarkdown(page: OperationPage, baseUrl: string): string {
  const table = (title: string, rows: OperationPage['parameters']) =>
    rows.length === 0
      ? []
      : [
          `## ${title}`,
          [
            '| Name | Type | Meaning |\n|---|---|---|',
            ...rows.map(({ name, where, type, required, html }) => {
              const marks = [where, required ? 'required' : ''].filter(Boolean).join(', ');
              return `| \`${name}\`${marks && ` (${marks})`} | ${type} | ${plainOf(html)} |`;
            }),
          ].join('\n'),
        ];
  const block = (text: string | null, language: string) =>
    text ? [`\`\`\`${language}\n${text.trimEnd()}\n\`\`\``] : [];
  return `${[
    `# ${page.summary}`,
    `\`${page.method} ${page.path}\` · \`${page.name}\``,
    plainOf(page.aboutHtml),
    plainOf(page.factsHtml || 'Everyone may call it.'),
    ...table('Parameters', page.parameters),
    ...table('Body', page.fields),
    ...table('Body as multipart/form-data', page.parts),
    ...table('Response: the fields of data', page.answer),
    '## Example',
    ...block(page.request, 'sh'),
    ...block(page.form, 'sh'),
    ...block(page.response, page.responseType),
    '## Errors',
    page.errors.map(({ status, code, message }) => `- ${status} \`${code}\`: ${message}`).join('\n'),
    `With the schema of the response: ${baseUrl}/v1/meta/operations/${page.name}?view=full`,
  ]
    .filter((part) => part !== '')
    .join('\n\n')}\n`;
}

/** The list of operations as Markdown. */
export function referenceMarkdown(
  groups: readonly { tag: string; about: string; routes: readonly RouteEntry[] }[],
  baseUrl: string,
): string {
  const parts = groups.map(({ tag, about, routes }) => {
    const lines = routes.map(({ contract: { operation }, method, url, summary }) => {
      const address = `${baseUrl}${operationPath(operation)}.md`;
      return `- [${operation}](${address}): ${method} ${url.replaceAll(/:(\w+)/g, '{$1}')}. ${summary}`;
    });
    return `## ${tag}\n\n${about}\n\n${lines.join('\n')}`;
  });
  return `# API reference\n\n${parts.join('\n\n')}\n`;
}

/** All error codes with their hints as Markdown. */
export function errorsMarkdown(groups: readonly ErrorGroup[]): string {
  const parts = groups.map(({ status, title, codes }) => {
    const lines = codes.map(({ code, message, hintHtml }) => `- \`${code}\`: ${message} ${plainOf(hintHtml)}`);
    return `## ${status} ${title}\n\n${lines.join('\n')}`;
  });
  return `# Error codes\n\nBranch on \`error_code\`: a code is never renamed and never changes its status.\n\n${parts.join('\n\n')}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What the page marks up, as Markdown. */
function plainOf(html: string): string {
  return html
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll(/<a href="([^"]+)">(.*?)<\/a>/g, '[$2]($1)')
    .replaceAll('</p><p>', ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name]!);
}
