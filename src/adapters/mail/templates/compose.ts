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

/** A paragraph, a list, the page to act on, another link, a code to copy, an HTTP request, or what matters to programs. */
type Block =
  | string
  | { items: readonly string[] }
  | { button: string; label: string }
  | { link: string; label: string }
  | { copy: string }
  | { call: string }
  | { programs: string };

/** A POST request with a JSON body. */
export function postCall(url: string, body: Record<string, string>): Block {
  return { call: [`POST ${url}`, 'Content-Type: application/json', '', JSON.stringify(body)].join('\n') };
}

/** Styles are on each element, because some programs drop the style sheet; that has what only a style sheet can say. */
const FONT = 'font-family:-apple-system,BlinkMacSystemFont,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const P = 'margin:0 0 16px;font-size:16px;line-height:24px';
const SMALL = 'margin:0 0 12px;font-size:13px;line-height:20px;color:#5b6270';
const CODE =
  'margin:0 0 16px;padding:12px;font:13px/20px ui-monospace,monospace;background:#f2f3f5;border-radius:8px;white-space:pre-wrap;overflow-wrap:anywhere';
const DARK = `@media (prefers-color-scheme:dark){.page{background:#101216!important}.card{background:#1a1d23!important;color:#e8eaed!important;border-color:#2c313a!important}
.title{color:#fff!important}.small{color:#a0a7b4!important}.code{background:#252a32!important;color:#e8eaed!important}.link{color:#8ab4ff!important}.button{background:#3a68e8!important;color:#fff!important}}`;

/**
 * Composes both parts of a mail from its title and blocks. The subject is the title behind the name of the service. It must contain no
 * text of members but usernames: anyone can sign up with a stranger's address.
 */
export function composeMail({ serviceName, baseUrl }: Setting, title: string, blocks: readonly Block[]): MailContent {
  const text = ['Hello,', ...blocks.map(textOf)].join('\n\n');
  const first = blocks.find((block) => typeof block === 'string') ?? '';
  const name = escapeHtml(serviceName);
  const html = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark"><title>${escapeHtml(title)}</title><style>${DARK}</style></head>
<body class="page" style="margin:0;padding:0;background:#f2f3f5">
<div style="display:none;max-height:0;overflow:hidden">${escapeHtml(first)}</div>
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" class="page" style="background:#f2f3f5"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="max-width:560px"><tr><td style="padding:0 4px 12px;${FONT};font-size:15px;font-weight:700"><a class="link" href="${escapeHtml(baseUrl)}" style="color:#1f4fd8;text-decoration:none">${name}</a></td></tr>
<tr><td class="card" style="padding:28px 28px 16px;background:#fff;color:#1b1f27;border:1px solid #e2e4e8;border-radius:12px;overflow-wrap:anywhere;${FONT}">
<h1 class="title" style="margin:0 0 16px;font-size:22px;line-height:28px;color:#1b1f27">${escapeHtml(title)}</h1>
${blocks.map(htmlOf).join('\n')}
</td></tr></table></td></tr></table>
</body></html>
`;
  return { subject: `${serviceName}: ${title.charAt(0).toLowerCase()}${title.slice(1)}`, text: `${text}\n`, html };
}

function textOf(block: Block): string {
  if (typeof block === 'string') return block;
  if ('items' in block) return block.items.map((item) => `- ${item}`).join('\n');
  if ('button' in block) return `${block.label}:\n${block.button}`;
  if ('programs' in block) return block.programs;
  if ('link' in block) return `${block.label}: ${block.link}`;
  return 'copy' in block ? block.copy : block.call;
}

function htmlOf(block: Block): string {
  if (typeof block === 'string') return `<p style="${P}">${escapeHtml(block)}</p>`;
  if ('items' in block) {
    const items = block.items.map((item) => `<li style="margin:0 0 6px">${escapeHtml(item)}</li>`).join('');
    return `<ul style="${P};padding:0 0 0 22px">${items}</ul>`;
  }
  if ('button' in block) {
    return `<p style="margin:8px 0 20px"><a class="button" href="${escapeHtml(block.button)}" style="display:inline-block;padding:12px 22px;border-radius:8px;background:#1f4fd8;color:#fff;font-size:16px;font-weight:600;text-decoration:none">${escapeHtml(block.label)}</a></p>`;
  }
  if ('programs' in block) return `<p class="small" style="${SMALL}">${escapeHtml(block.programs)}</p>`;
  if ('link' in block) {
    const link = `<a class="link" href="${escapeHtml(block.link)}" style="color:#1f4fd8">${escapeHtml(block.label)}</a>`;
    return `<p class="small" style="${SMALL}">${link}</p>`;
  }
  return `<pre class="code" style="${CODE}">${escapeHtml('copy' in block ? block.copy : block.call)}</pre>`;
}
