// Renders the Markdown of the repository as HTML, with the anchors of GitHub.
import GithubSlugger from 'github-slugger';
import { Marked } from 'marked';
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import { docsPath } from './layout.ts';

/** Only these documents are pages. Links to others become plain text. */
export const guideFiles: Readonly<Record<string, string>> = {
  concepts: 'concepts.md',
  'api-guide': 'api-guide.md',
  shops: 'shops.md',
  events: 'events.md',
  'event-types': 'reference/event-types.md',
  errors: 'reference/errors.md',
  endpoints: 'reference/endpoints.md',
  limits: 'limits.md',
};

/** The reasons of decisions are only in the repository. */
const decisionLinks = / ?\((?:\[\d{4}\]\(decisions\/[^)]+\)(?:, )?)+\)/g;
const comments = /<!--[\s\S]*?-->\n?/g;

function targetOf(href: string): string | undefined {
  if (/^(#|\/|https:)/.test(href)) return href;
  const [, name = '', anchor = ''] = /^(?:\.\.\/)?(?:reference\/)?([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
  return Object.hasOwn(guideFiles, name) ? `${docsPath}/${name}${anchor}` : undefined;
}

/** Shows a state diagram as the list of its changes. */
function changesIn(diagram: string): string {
  const changes = [...diagram.matchAll(/^ *(\S+) --> (\S+?)(?:: (.*))?$/gm)].map(
    ([, from = '', to = '', when = '']) => [from, to, when].map((text) => text.replace('[*]', '–')),
  );
  const rows = changes.map(
    (cells) => `<tr>${cells.map((cell) => `<td>${escapeHtml(cell)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr><th>From</th><th>To</th><th>When</th></tr></thead><tbody>${rows.join('')}</tbody></table>`;
}

const codeBlock = (text: string): string => `<pre><code>${escapeHtml(text)}</code></pre>`;

const scrolling = (html: string): string =>
  html
    .replaceAll('<table>', '<div class="scroll" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    .replaceAll('<th></th>', '<td></td>');

function newParser(): Marked {
  const slugger = new GithubSlugger();
  return new Marked({
    renderer: {
      heading({ tokens, depth, text }) {
        const id = slugger.slug(text.replaceAll('`', ''));
        return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
      },
      link({ href, tokens }) {
        const target = targetOf(href);
        const text = this.parser.parseInline(tokens);
        return target === undefined ? text : `<a href="${escapeHtml(target)}">${text}</a>`;
      },
      // Long names and paths may break after these characters, so that tables fit on a phone.
      codespan: ({ text }) => `<code>${escapeHtml(text).replaceAll(/[_/](?=[\w{])/g, '$&<wbr>')}</code>`,
      code: ({ text, lang }) => (lang === 'mermaid' ? changesIn(text) : codeBlock(text)),
      // A description such as `Bearer <token>` is text.
      html: ({ text }) => escapeHtml(text),
    },
  });
}

export const renderMarkdown = (text: string): string =>
  scrolling(newParser().parse(text.replaceAll(comments, '').replaceAll(decisionLinks, ''), { async: false }));

export const renderInline = (text: string): string => newParser().parseInline(text, { async: false });

export const folded = (title: string, html: string): string =>
  html === '' ? '' : `<details><summary>${escapeHtml(title)}</summary>${html}</details>`;

export const exampleBlock = (example: unknown): string =>
  codeBlock(typeof example === 'string' ? example : JSON.stringify(example, null, 2));
