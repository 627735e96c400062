// Shows an error of a tracking link to people, as a short HTML page. Programs receive JSON.
import { hash } from 'node:crypto';
import type { LinkTexts } from '#lib/foundation/shared/errors.ts';
import type { Reply } from './response.ts';

const style =
  ':root{color-scheme:light dark}body{margin:auto;max-width:34rem;padding:18vh 5%;font:1.1rem/1.5 system-ui;overflow-wrap:anywhere}' +
  'h1{font-size:1.5em}';

const texts = {
  gone: [
    'This link is no longer active',
    'The program behind this link has ended. You can still visit the shop directly.',
  ],
  busy: ['This link does not work at the moment', 'Please try again in a minute.'],
  unknown: [
    'This link does not work',
    'It may be misspelled, or it no longer exists. Please ask the person who shared it for a new link.',
  ],
} as const;

function textsOf(statusCode: number): readonly [title: string, message: string] {
  if (statusCode === 410) return texts.gone;
  return statusCode >= 500 ? texts.busy : texts.unknown;
}

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

/** Contains nothing of the request, so no request can inject anything. The texts of a brand are escaped. */
function htmlOf(statusCode: number, texts: LinkTexts | undefined): string {
  const [title, message] = (texts ?? textsOf(statusCode)).map(escaped);
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    `<title>${title}</title><style>${style}</style></head>` +
    `<body><main><h1>${title}</h1><p>${message}</p></main></body></html>`
  );
}

const policyOfPage = () =>
  `default-src 'none'; style-src 'sha256-${hash('sha256', style, 'base64')}'; ` +
  "base-uri 'none'; form-action 'none'; frame-ancestors 'none'";

/** Returns the quality that an `Accept` header gives to a media type by name, and 0 if it does not name it (RFC 9110, 12.5.1). */
function qualityOf(accept: string, type: string): number {
  const ranges = accept.toLowerCase().split(',');
  const range = ranges.find((one) => one.split(';')[0]?.trim() === type);
  const [, quality = '1'] = /; *q=([^;]*)/.exec(range ?? ';q=0') ?? [];
  return Number(quality) >= 0 && Number(quality) <= 1 ? Number(quality) : 0;
}

/** Browsers name `text/html`; programs name JSON or accept anything. */
export const prefersHtml = (accept: string | undefined): boolean =>
  accept !== undefined && qualityOf(accept, 'text/html') > qualityOf(accept, 'application/json');

/** Replaces the JSON body of an error by a page if the caller prefers HTML. */
export function negotiated(reply: Reply, accept: string | undefined, texts?: LinkTexts): Reply {
  const headers = { ...reply.headers, vary: 'accept' };
  if (!prefersHtml(accept)) return { ...reply, headers };
  const html = { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policyOfPage() };
  return {
    statusCode: reply.statusCode,
    headers: { ...headers, ...html },
    text: htmlOf(reply.statusCode, texts),
  };
}
