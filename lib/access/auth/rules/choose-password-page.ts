// The page that the links of e-mails lead to. It is the same for everyone: the token is in the fragment, which no server receives.
import { hash } from 'node:crypto';
import { escapeHtml } from '#lib/access/email/rules/html.ts';

const minLength = 12;

const style =
  ':root{color-scheme:light dark}body{margin:0 auto;max-width:28rem;padding:10vh 1.25rem 2rem;font:1.0625rem/1.5 system-ui;' +
  'overflow-wrap:anywhere}' +
  'h1{font-size:1.5rem;line-height:1.3}label{display:block;font-weight:600;margin-bottom:.25rem}' +
  '#password,button{box-sizing:border-box;width:100%;padding:.75rem;font:inherit;border-radius:.375rem;border:1px solid #71717a}' +
  '#hint{margin:.25rem 0 0;font-size:.9375rem;opacity:.8}.show{display:flex;align-items:center;gap:.625rem;min-height:2.75rem;' +
  'margin:.5rem 0;font-weight:400}.show input{width:1.25rem;height:1.25rem;margin:0}' +
  'button{border:0;background:#1d4ed8;color:#fff;font-weight:600;cursor:pointer}button:disabled{opacity:.6}' +
  ':focus-visible{outline:3px solid light-dark(#1d4ed8,#93c5fd);outline-offset:2px}' +
  '#message{margin:1rem 0;font-weight:600}.error{color:light-dark(#b91c1c,#fca5a5)}';

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
const { password, visible } = form.elements;
const endpoint = endpoints[purpose];
history.replaceState(null, '', location.pathname);
const show = (text, isError) => {
  message.textContent = text;
  message.className = isError ? 'error' : '';
  password.setAttribute('aria-invalid', String(isError));
};
if (endpoint === undefined || !token) { form.hidden = true; show(messages.noLink, false); }
visible.addEventListener('change', () => { password.type = visible.checked ? 'text' : 'password'; });
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const button = form.querySelector('button');
  button.disabled = true;
  show('', false);
  try {
    const body = JSON.stringify({ token, password: password.value });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(endpoint, { method: 'POST', headers, body });
    if (response.ok) { form.hidden = true; show(messages.done, false); return; }
    const { code, details = [] } = await response.json();
    form.hidden = code === 'link_invalid';
    show(details.map((detail) => detail.message).join(' ') || messages.failed, true);
  } catch { show(messages.failed, true); }
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
  `<p id="hint">At least ${minLength} characters.</p>` +
  '<label class="show"><input name="visible" type="checkbox">Show the password</label>' +
  '<button>Save password</button></form>' +
  `<p id="message" role="status"></p></main><script>${script}</script></body></html>\n`;

const sha256 = (content: string): string => `'sha256-${hash('sha256', content, 'base64')}'`;

export const choosePasswordPage = {
  text,
  contentSecurityPolicy:
    `default-src 'none'; style-src ${sha256(style)}; script-src ${sha256(script)}; connect-src 'self'; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
};
