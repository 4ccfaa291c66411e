import { escapeHtml } from '../../../core/escape-html.ts';

export type MailContent = {
  subject: string;
  text: string;
  html: string;
  /** The address that stops mails of this kind, by POST without signing in (RFC 8058). */
  unsubscribe?: string;
};

/** Parameters of every template: the URLs of the API and the console, without a trailing slash, and the service name. */
export type Setting = { baseUrl: string; authUrl: string; serviceName: string };

/** A paragraph, a list, a link to a page, a code to copy, or an HTTP request. */
type Block = string | { items: readonly string[] } | { link: string } | { copy: string } | { call: string };

/** A POST request with a JSON body. */
export function postCall(url: string, body: Record<string, string>): Block {
  return { call: [`POST ${url}`, 'Content-Type: application/json', '', JSON.stringify(body)].join('\n') };
}

/** Composes both parts of a mail. It must contain no text of members: anyone can sign up with a stranger's address. */
export function composeMail(subject: string, title: string, blocks: readonly Block[]): MailContent {
  const text = ['Hello,', ...blocks.map(textOf)].join('\n\n');
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>${escapeHtml(title)}</title></head><body>
${['<p>Hello,</p>', ...blocks.map(htmlOf)].join('\n')}
</body></html>
`;
  return { subject, text: `${text}\n`, html };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('items' in block) return block.items.map((item) => `- ${item}`).join('\n');
  if ('link' in block) return block.link;
  return 'copy' in block ? block.copy : block.call;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('items' in block) return `<ul>${block.items.map((item) => `<li>${escapeHtml(item)}</li>`).join('')}</ul>`;
  if ('link' in block) return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.link)}</a></p>`;
  return 'copy' in block ? `<p><code>${escapeHtml(block.copy)}</code></p>` : `<pre>${escapeHtml(block.call)}</pre>`;
}
