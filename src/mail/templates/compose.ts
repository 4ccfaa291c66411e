import { escapeHtml } from '../../core/escape-html.ts';

export type MailContent = { subject: string; text: string; html: string };

/** What every template is told: where the API and its pages are, without a slash at the end, and what the service is called. */
export type Setting = { baseUrl: string; authUrl: string; serviceName: string };

/** A paragraph, a page to open, something to copy, or a request as it is sent. */
type Block = string | { link: string } | { copy: string } | { call: string };

/** The body of a POST as its reader may type it. */
export function postCall(url: string, body: Record<string, string>): Block {
  return { call: [`POST ${url}`, 'Content-Type: application/json', '', JSON.stringify(body)].join('\n') };
}

/**
 * A mail in both forms from one list of blocks. Whoever signs up chooses the address, so nothing that a member wrote may
 * stand in a mail: else strangers are sent what others like to tell them, in our name.
 */
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
  if ('link' in block) return block.link;
  return 'copy' in block ? block.copy : block.call;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p>${escapeHtml(block)}</p>`;
  if ('link' in block) return `<p><a href="${escapeHtml(block.link)}">${escapeHtml(block.link)}</a></p>`;
  return 'copy' in block ? `<p><code>${escapeHtml(block.copy)}</code></p>` : `<pre>${escapeHtml(block.call)}</pre>`;
}
