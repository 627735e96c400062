// The page that the links of e-mails lead to. It is the same for everyone: the token is in the fragment, which no server receives.
import { hash } from 'node:crypto';
import { escapeHtml } from '#lib/email/rules/html.ts';

const minLength = 12;

const style =
  ':root{color-scheme:light dark}body{margin:0 auto;max-width:28rem;padding:10vh 1.25rem 2rem;font:1.0625rem/1.5 system-ui}' +
  'h1{font-size:1.5rem;line-height:1.3}label{display:block;font-weight:600;margin-bottom:.25rem}' +
  'input,button{box-sizing:border-box;width:100%;padding:.75rem;font:inherit;border-radius:.375rem;border:1px solid #71717a}' +
  'button{margin-top:1rem;border:0;background:#1d4ed8;color:#fff;font-weight:600}button:disabled{opacity:.6}' +
  '#message{min-height:1.5rem;font-weight:600}';

/** Each purpose of a link, and the endpoint that uses it, relative to this page. */
const endpoints = { invitation: 'invitations/accept', passwordReset: 'password/reset' };

const messages = {
  noLink: 'Open this page with the link in your e-mail.',
  done: 'Your password is set. You can close this page and log in.',
  failed: 'That did not work. Please try again in a minute.',
};

const script = `
const endpoints = ${JSON.stringify(endpoints)};
const messages = ${JSON.stringify(messages)};
const [purpose, token] = location.hash.slice(1).split('=');
const form = document.querySelector('form');
const message = document.getElementById('message');
const endpoint = endpoints[purpose];
history.replaceState(null, '', location.pathname);
const show = (text) => { message.textContent = text; };
if (endpoint === undefined || !token) { form.hidden = true; show(messages.noLink); }
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  show('');
  try {
    const body = JSON.stringify({ token, password: form.elements.password.value });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(endpoint, { method: 'POST', headers, body });
    if (response.ok) { form.hidden = true; show(messages.done); return; }
    const { details = [] } = await response.json();
    show(details.map((detail) => detail.message).join(' ') || messages.failed);
  } catch { show(messages.failed); }
  button.disabled = false;
});
`;

const title = 'Choose a password';

const text =
  '<!doctype html>\n<html lang="en"><head><meta charset="utf-8">' +
  '<meta name="viewport" content="width=device-width,initial-scale=1"><meta name="robots" content="noindex">' +
  `<title>${escapeHtml(title)}</title><style>${style}</style></head>\n` +
  `<body><main><h1>${escapeHtml(title)}</h1><form>` +
  '<label for="password">New password</label>' +
  `<input id="password" name="password" type="password" autocomplete="new-password" minlength="${minLength}" maxlength="1024" ` +
  'required aria-describedby="hint">' +
  `<p id="hint">At least ${minLength} characters.</p><button>Save password</button></form>` +
  `<p id="message" role="status"></p></main><script>${script}</script></body></html>\n`;

const sha256 = (content: string): string => `'sha256-${hash('sha256', content, 'base64')}'`;

export const choosePasswordPage = {
  text,
  contentSecurityPolicy:
    `default-src 'none'; style-src ${sha256(style)}; script-src ${sha256(script)}; connect-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
