// Lists the commissions of a creator with their reasons.
import type { CreatorCommission } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton, personName } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { html } from '#lib/pages/shared/html.ts';
import { type Column, filters, pages, table } from '#lib/pages/shared/table.ts';
import { reasonOf, statusBadge } from './reasons.ts';
import { portalPath, showPortal, withCreator } from './show.ts';

export function commissionColumns(c: PageContext, format: Format): readonly Column<CreatorCommission>[] {
  const texts = visitOf(c).texts.portalMoney.commissions;
  return [
    {
      title: texts.order,
      cell: ({ orderId, createdAt }) =>
        html`<span>${personName(orderId ?? texts.noOrder)}<br><small>${format.day(createdAt)}</small></span>`,
    },
    {
      title: texts.status,
      cell: (one) => html`<span>${statusBadge(c, one)}<br><small>${reasonOf(c, one, format)}</small></span>`,
    },
    {
      title: texts.orderAmount,
      cell: ({ orderAmount }) => (orderAmount === null ? '–' : format.money(orderAmount)),
      isNumber: true,
    },
    { title: texts.amount, cell: ({ amount }) => format.money(amount), isNumber: true },
  ];
}

const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

async function commissionsPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.portalMoney.commissions;
  const { status, cursor } = c.req.query();
  const wanted = statuses.filter((one) => one === status);
  const list = api.creator.listCommissions({
    ...(wanted.length > 0 && { status: wanted }),
    cursor,
    limit: 25,
  });
  const [{ format }, { data, meta }] = await withCreator(c, list);
  const body = html`<p>${its.lead}</p>
${filters(c, [{ name: 'status', label: its.status, options: statuses.map((one) => [one, its.statuses[one] ?? one]) }])}
${table(c, { caption: its.title, columns: commissionColumns(c, format), rows: data, empty: its.empty })}${pages(c, meta.cursor)}`;
  const actions = linkButton(portalPath(c, '/commissions/missing'), its.missingLink, 'secondary');
  return showPortal(c, { title: its.title, body, actions });
}

export function addCommissions(app: Pages): void {
  app.get('/creators/:slug/commissions', commissionsPage);
}
