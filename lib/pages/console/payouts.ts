// Lists the payouts.
import type { Payout } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { html, nothing } from '#lib/pages/shared/html.ts';
import { filters, pages, table } from '#lib/pages/shared/table.ts';
import { addNewPayout } from './new-payout.ts';
import { addPayout } from './payout.ts';
import { payoutBadge } from './payout-parts.ts';
import { accountOf, showConsole } from './show.ts';

const statuses = ['preparing', 'ready', 'paid', 'canceled'] as const;

async function payoutsPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { payouts } = texts;
  const { status, cursor, order } = c.req.query();
  const known = statuses.find((one) => one === status);
  const [{ me, format }, list] = await Promise.all([
    accountOf(c),
    api.payouts.list({
      ...(known !== undefined && { status: [known] }),
      cursor,
      order: order === 'asc' ? 'asc' : undefined,
      limit: 50,
    }),
  ]);
  const options = statuses.map((one) => [one, payouts.statuses[one] ?? one] as const);
  const rows = table<Payout>(c, {
    caption: texts.frame.payouts,
    rows: list.data,
    empty: payouts.empty,
    columns: [
      {
        title: payouts.created,
        cell: ({ id, createdAt }) => html`<a href="/console/payouts/${id}">${format.day(createdAt)}</a>`,
        isSorted: true,
      },
      { title: payouts.status, cell: (payout) => payoutBadge(c, payout) },
      { title: payouts.reference, cell: ({ reference }) => reference ?? '–' },
      {
        title: payouts.creators,
        cell: ({ affiliatesCount }) => format.number(affiliatesCount),
        isNumber: true,
      },
      { title: payouts.amount, cell: ({ amount }) => format.money(amount), isNumber: true },
    ],
  });
  const body = html`${filters(c, [{ name: 'status', label: payouts.status, options }])}${rows}${pages(c, list.meta.cursor)}`;
  const actions = me.role === 'admin' ? linkButton('/console/payouts/new?check=1', payouts.propose) : nothing;
  return showConsole(c, { title: texts.frame.payouts, actions, body });
}

export function addPayouts(app: Pages): void {
  app.get('/console/payouts', payoutsPage);
  addNewPayout(app);
  addPayout(app);
}
