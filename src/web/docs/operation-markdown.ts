import type { OperationPage } from './operation-page.ts';

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
              const marks = [where, ...(required ? ['required'] : [])].join(', ');
              return `| \`${name}\` (${marks}) | ${type} | ${plainOf(html)} |`;
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

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** What the page marks up, as Markdown. */
function plainOf(html: string): string {
  return html
    .replaceAll(/<\/?code>/g, '`')
    .replaceAll('</p><p>', ' ')
    .replaceAll(/&(amp|lt|gt|quot|#39);/g, (_all, name: string) => ENTITIES[name]!);
}
