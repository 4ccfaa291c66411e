import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { escapeHtml } from '../core/escape-html.ts';

/** The languages that guides are written with; any other block is shown as it is. */
const LANGUAGES = { bash, http, ini, javascript, json, typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

export type Heading = { id: string; text: string; level: number };
export type Rendered = { html: string; headings: Heading[] };

/** HTML with highlighted code; no style and no script in it. */
export function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

/** A block of code; the script of the page adds the button that copies it. */
export function codeBlock(code: string, language: string): string {
  const name = language === '' ? 'text' : language;
  return `<div class="code" data-language="${escapeHtml(name)}"><pre><code>${highlight(code, language)}</code></pre></div>\n`;
}

/**
 * Renders a guide. `linkTo` says where a link or a picture lies on this site; null for a file of the repository that is
 * no page here, of which only the words stay.
 */
export function renderMarkdown(markdown: string, linkTo: (href: string) => string | null): Rendered {
  const marked = new Marked(gfmHeadingId(), {
    renderer: {
      link({ href, tokens }) {
        const target = linkTo(href);
        const words = this.parser.parseInline(tokens);
        return target === null ? words : `<a href="${escapeHtml(target)}">${words}</a>`;
      },
      image({ href, text }) {
        const target = linkTo(href);
        const words = escapeHtml(text);
        return target === null ? words : `<img src="${escapeHtml(target)}" alt="${words}">`;
      },
      // A path that is longer than its line ends at a slash.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll(/(?<=\w)\/(?=\w|\{)/g, '<wbr>/')}</code>`,
      code: ({ text, lang }) => codeBlock(text, (lang ?? '').split(/\s/)[0]!),
    },
    hooks: {
      postprocess: (html) =>
        html
          .replaceAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs, (_all, level, id, text) => heading(level, id, text))
          // The corner of a table with names on both sides heads nothing.
          .replaceAll('<th></th>', '<td></td>')
          // One with many columns is scrolled sideways on a telephone, by keyboard as well.
          .replaceAll(
            /<table>(?=\s*<thead>\s*<tr>(?:\s*<t[hd][^>]*>[^<]*<\/t[hd]>){4})/g,
            '<div class="table wide" tabindex="0"><table>',
          )
          .replaceAll(/(?<!>)<table>/g, '<div class="table"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  });
  const html = marked.parse(markdown, { async: false });
  // The list is the module's own and holds what was parsed last: it is read before anything else can run.
  const headings = getHeadingList().map(({ id, text, level }) => ({ id, text: plain(text), level }));
  return { html, headings: headings.filter(({ level }) => level === 2 || level === 3) };
}

function heading(level: string, id: string, text: string): string {
  return `<h${level} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`;
}

/** The text of a heading, whose code and emphasis are tags in the list. */
function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&');
}
