// Shows what is wrong with a connection, and how to set up its shop.
import type { Connection } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { copyButton, type Html, html, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { forReaders } from '#lib/pages/shared/messages.ts';

export function problemsHtml({ texts, format }: Page, connection: Connection): Html {
  const { connections: its } = texts;
  const { failingSince, failure, lastMessageAt, lastRefusedAt } = connection;
  const isRefused = lastRefusedAt !== null && lastRefusedAt > (lastMessageAt ?? '');
  return html`${whenever(failingSince !== null, () => notice('bad', its.failing(format.time(failingSince), forReaders(texts, failure ?? ''))))}
${whenever(isRefused, () => notice('warning', its.refused(format.time(lastRefusedAt))))}`;
}

/** The steps are open until the shop has sent a message. */
export function stepsHtml(
  { c, texts: { connections: its }, brand }: Page,
  { type, url, lastMessageAt }: Connection,
): Html {
  const api = url.split('/connections/')[0];
  const days = brand.attributionWindowDays;
  const script = `<script src="${api}/t.js?v=1" data-checkout-hosts="checkout.example.com" data-days="${days}" defer></script>`;
  return html`<details class="set-up"${lastMessageAt === null ? html` open` : nothing}><summary>${its.steps}</summary>
<ol>${(its.stepsOf[type] ?? []).map((step) => html`<li>${step}</li>`)}
<li>${its.script}<pre tabindex="0"><code>${script}</code></pre>${copyButton(c, script)}</li>
<li><a href="/v1/docs/shops#recipes">${its.recipe}</a></li><li>${its.testOrder}</li></ol>
<p><a href="/v1/docs/shops">${its.guide}</a></p></details>`;
}
