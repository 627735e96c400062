// Lists the lines of a payout, and marks one as paid or failed.
import type { PayoutDetail, PayoutLine, PayoutLineList } from '#lib/client/index.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Form, hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { lineBadge, lineColumns } from './payout-parts.ts';

export const readLines = (c: PageContext, id: string): Promise<PayoutLineList> =>
  visitOf(c).api.payouts.listLines(id, { cursor: c.req.query('cursor'), limit: 100 });

interface Lines {
  readonly payout: PayoutDetail;
  readonly lines: PayoutLineList;
  readonly format: Format;
  readonly isAdmin: boolean;
}

/** A payment can fail after the payout was marked as paid. */
function lineForms(
  c: PageContext,
  payout: PayoutDetail,
  { affiliateId, status, name = '' }: PayoutLine,
): Html {
  const { payouts } = visitOf(c).texts;
  if (!['ready', 'paid'].includes(payout.status) || status === 'failed') return nothing;
  const markPaid = html`<button name="status" value="paid" class="secondary">${payouts.linePaid}</button>`;
  return html`<details><summary>${payouts.change}<span class="hidden">: <bdi>${name}</bdi></span></summary>
<form method="post" action="/console/payouts/${payout.id}">${hidden('action', 'line')}${hidden('affiliateId', affiliateId)}
<label>${payouts.failureReason}<input name="reason" maxlength="200"></label>
<div class="buttons"><button name="status" value="failed" class="secondary outline">${payouts.lineFailed}</button>
${status === 'open' ? markPaid : nothing}</div></form></details>`;
}

export function linesHtml(c: PageContext, { payout, lines, format, isAdmin }: Lines): Html {
  const { payouts } = visitOf(c).texts;
  const status = (line: PayoutLine): Html =>
    html`${lineBadge(c, line)}${line.failureReason === null ? nothing : html`<br><small>${line.failureReason}</small>`}`;
  const columns = [...lineColumns(c, format), { title: payouts.status, cell: status }];
  const change = { title: payouts.change, cell: (line: PayoutLine) => lineForms(c, payout, line) };
  return html`${table<PayoutLine>(c, {
    caption: payouts.lines,
    rows: lines.data,
    empty: payouts.noLines,
    columns: isAdmin ? [...columns, change] : columns,
  })}${pages(c, lines.meta.cursor)}`;
}

export async function changeLine(c: PageContext, id: string, form: Form): Promise<void> {
  const status = form.text('status') === 'failed' ? 'failed' : 'paid';
  const reason = status === 'failed' ? form.optional('reason') : undefined;
  await visitOf(c).api.payouts.updateLine(id, form.text('affiliateId'), { status, reason });
}
