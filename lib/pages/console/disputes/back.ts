// Leads from a correction back to its dispute.

import { visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';

/** A correction that a dispute has led to, and the page after it, lead back: browsers name the page of the form after its redirect, too. */
export function backToDispute(c: PageContext): Html {
  const before = URL.parse(c.req.header('referer') ?? '')?.searchParams.get('dispute');
  const id = c.req.query('dispute') ?? before;
  if (!id || c.req.path.startsWith('/console/disputes')) return nothing;
  const { back } = visitOf(c).texts.disputes;
  return html`<p><a href="/console/disputes/${encodeURIComponent(id)}">${back}</a></p>`;
}
