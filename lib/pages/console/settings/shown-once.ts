// Shows a secret once: it waits in an encrypted cookie for the page to which a form leads, which deletes it.
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import { visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { copyButton, type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { seal, unseal } from '#lib/pages/shared/sealed.ts';
import { cookieOptions } from '#lib/pages/shared/session.ts';

const name = 'console-secret';
/** Long enough for one redirect. */
const seconds = 60;

export async function keepSecret(c: PageContext, secret: string): Promise<void> {
  const value = await seal({ secret }, { purpose: name, now: visitOf(c).now, seconds });
  setCookie(c, name, value, { ...cookieOptions, maxAge: seconds });
}

/** Empty if no form has led here, or the page was shown before. */
export async function secretHtml(c: PageContext, hint: string): Promise<Html> {
  const { texts, now } = visitOf(c);
  const cookie = getCookie(c, name, 'host');
  if (cookie === undefined) return nothing;
  deleteCookie(c, name, cookieOptions);
  const { secret } = (await unseal(cookie, { purpose: name, now })) ?? {};
  if (secret === undefined) return nothing;
  return html`<section class="secret" aria-label="${texts.settings.secret}"><p>${hint}</p>
<pre><code>${secret}</code></pre>${copyButton(c, secret)}</section>`;
}
