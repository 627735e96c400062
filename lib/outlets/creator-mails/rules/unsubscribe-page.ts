// The page on which a creator turns off a kind of e-mails. It works without a script.
import { hash } from 'node:crypto';
import type { MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import type { UnsubscribeNames } from './text-types.ts';
import { mailTexts } from './texts.ts';

const style =
  ':root{color-scheme:light dark}body{margin:0 auto;max-width:28rem;padding:10vh 1.25rem 2rem;font:1.0625rem/1.5 system-ui;' +
  'overflow-wrap:anywhere}h1{font-size:1.5rem;line-height:1.3}' +
  'button{width:100%;min-height:2.75rem;padding:.75rem;font:inherit;font-weight:600;border:0;border-radius:.375rem;background:#1d4ed8;' +
  'color:#fff;cursor:pointer}:focus-visible{outline:3px solid light-dark(#1d4ed8,#93c5fd);outline-offset:2px}';

const styleHash = hash('sha256', style, 'base64');

/** The form is sent to the address of the page, which contains the token. */
export function unsubscribePage(
  language: MailLanguage,
  names: UnsubscribeNames | undefined,
  isDone: boolean,
) {
  const { title, question, button, done } = mailTexts[language].page;
  const content = isDone
    ? `<p role="status">${escapeHtml(done(names))}</p>`
    : `<p>${escapeHtml(question(names))}</p><form method="post"><button>${escapeHtml(button)}</button></form>`;
  return {
    text:
      `<!doctype html>\n<html lang="${language}"><head><meta charset="utf-8">` +
      '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
      `<title>${escapeHtml(title)}</title><style>${style}</style></head>\n` +
      `<body><main><h1>${escapeHtml(title)}</h1>${content}</main></body></html>\n`,
    contentSecurityPolicy: `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'`,
  };
}
