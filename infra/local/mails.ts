// Shows the e-mails of a local stage in a browser, below `/_mails`. The newest comes first.
import { readdirSync, readFileSync, statSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import { environment } from '#lib/foundation/shared/environment.ts';

const pattern = /^\/_mails(?:\/([\w.-]+\.(?:html|txt)))?$/;
const shown = 200;

function rowOf(directory: string, file: string): string {
  const text = readFileSync(join(directory, file), 'utf8');
  const field = (name: string) => escapeHtml(new RegExp(`^${name}: (.*)$`, 'm').exec(text)?.[1] ?? '');
  const html = escapeHtml(file.replace(/txt$/, 'html'));
  const time = statSync(join(directory, file)).mtime.toISOString().slice(0, 19).replace('T', ' ');
  return (
    `<tr><td>${time}<td>${field('To')}<td><a href="/_mails/${html}">${field('Subject')}</a>` +
    `<td><a href="/_mails/${escapeHtml(file)}">Text</a></tr>`
  );
}

function listOf(directory: string): string {
  const files = readdirSync(directory).filter((file) => file.endsWith('.txt'));
  const byTime = files
    .map((file) => ({ file, at: statSync(join(directory, file)).mtimeMs }))
    .toSorted((one, other) => other.at - one.at);
  const rows = byTime.slice(0, shown).map(({ file }) => rowOf(directory, file));
  return (
    '<!doctype html><html lang="en"><head><meta charset="utf-8"><title>E-mails of the local stage</title>' +
    '<meta name="viewport" content="width=device-width,initial-scale=1">' +
    '<style>body{font-family:sans-serif}td,th{text-align:start;padding:.25rem .5rem;overflow-wrap:anywhere}' +
    'td:last-child{white-space:nowrap}</style></head>' +
    `<body><h1>E-mails</h1><table><tr><th>Time<th>To<th>Subject<th></tr>${rows.join('')}</table></body></html>`
  );
}

/** An e-mail contains names that people have entered, so it may run no script, and load nothing but the logos of this stage. */
const sandbox =
  "sandbox allow-popups allow-top-navigation; default-src 'none'; img-src 'self'; style-src 'unsafe-inline'; base-uri 'none'";

/** Returns false for other paths. */
export function serveMails({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const { EMAIL_DIRECTORY: directory } = environment;
  const found = pattern.exec(URL.parse(url, 'http://localhost')?.pathname ?? '');
  if (found === null || directory === undefined) return false;
  const [, file] = found;
  const type = file?.endsWith('.txt') === true ? 'text/plain' : 'text/html';
  try {
    const content = file === undefined ? listOf(directory) : readFileSync(join(directory, file));
    const headers = { 'content-type': `${type}; charset=utf-8`, 'content-security-policy': sandbox };
    response.writeHead(200, headers).end(content);
  } catch {
    response.writeHead(404).end('There is no such e-mail.\n');
  }
  return true;
}
