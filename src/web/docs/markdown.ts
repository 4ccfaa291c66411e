import hljs from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import http from 'highlight.js/lib/languages/http';
import ini from 'highlight.js/lib/languages/ini';
import javascript from 'highlight.js/lib/languages/javascript';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';
import { Marked } from 'marked';
import { getHeadingList, gfmHeadingId } from 'marked-gfm-heading-id';
import { escapeHtml } from '../../core/escape-html.ts';

/** The languages of code blocks in guides. Other blocks are not highlighted. */
const LANGUAGES = { bash, http, ini, javascript, json, python, typescript, yaml };
for (const [name, language] of Object.entries(LANGUAGES)) hljs.registerLanguage(name, language);

export type Heading = { id: string; text: string; level: number };
export type Rendered = { html: string; headings: Heading[] };

/** Returns HTML without styles and scripts. */
function highlight(code: string, language: string): string {
  return hljs.getLanguage(language) ? hljs.highlight(code, { language }).value : escapeHtml(code);
}

/** A code block. The page's script adds the copy button. */
export function codeBlock(code: string, language: string): string {
  const name = language === '' ? 'text' : language;
  return `<div class="code" data-language="${escapeHtml(name)}"><pre><code>${highlight(code, language)}</code></pre></div>\n`;
}

/** Renders a guide. If `linkTo` returns null, only the link's text is rendered. */
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
      // Long paths may wrap after a slash.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll(/(?<=\w)\/(?=\w|\{)/g, '<wbr>/')}</code>`,
      code: ({ text, lang }) => markedTab(codeBlock(text, (lang ?? '').split(/\s/)[0]!), (lang ?? '').split(/\s/)),
    },
    hooks: {
      postprocess: (html) =>
        joinTabs(html)
          .replaceAll(/<h([23]) id="([^"]+)">(.*?)<\/h\1>/gs, (_all, level, id, text) => heading(level, id, text))
          // The empty corner cell of a table is not a heading.
          .replaceAll('<th></th>', '<td></td>')
          // Tables with many columns scroll sideways on phones, and by keyboard.
          .replaceAll(
            /<table>(?=\s*<thead>\s*<tr>(?:\s*<t[hd][^>]*>[^<]*<\/t[hd]>){4})/g,
            '<div class="table wide" tabindex="0"><table>',
          )
          .replaceAll(/(?<!>)<table>/g, '<div class="table"><table>')
          .replaceAll('</table>', '</table></div>'),
    },
  });
  const html = marked.parse(markdown, { async: false });
  // The list is global to the module and belongs to the last parsed text, so read it synchronously.
  const headings = getHeadingList().map(({ id, text, level }) => ({ id, text: plain(text), level }));
  return { html, headings: headings.filter(({ level }) => level === 2 || level === 3) };
}

const TAB_NAMES: Readonly<Record<string, string>> = {
  sh: 'curl',
  js: 'JavaScript',
  py: 'Python',
  python: 'Python',
  php: 'PHP',
};

/** A block whose last word is `tab` stands next to others that do the same in other languages. */
function markedTab(block: string, words: readonly string[]): string {
  return words.at(-1) === 'tab' ? `<!--tab ${TAB_NAMES[words[0]!] ?? words[0]}-->${block}<!--end-->` : block;
}

/** Neighboring tabs become one box. Without the page's script, all of them are shown, each below its name. */
function joinTabs(html: string): string {
  return html.replaceAll(/(?:<!--tab [\s\S]*?<!--end-->\s*)+/g, (tabs) => {
    const sections = tabs.replaceAll(
      /<!--tab (\w+)-->([\s\S]*?)<!--end-->\s*/g,
      '<section class="tab" data-name="$1"><p class="tab-name">$1</p>$2</section>',
    );
    return `<div class="tabs">${sections}</div>\n`;
  });
}

function heading(level: string, id: string, text: string): string {
  return `<h${level} id="${id}">${text} <a class="anchor" href="#${id}" aria-label="Link to this section">#</a></h${level}>`;
}

/** The text of HTML, such as that of a heading, whose code and emphasis are tags in the list. */
export function plain(html: string): string {
  return html
    .replaceAll(/<[^>]*>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll(/&#(?:39|x27);/g, "'")
    .replaceAll('&amp;', '&');
}
