// Lists the payouts of a creator, and prints their statements.
import type { CreatorPayout } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, type Fact, facts, type Tone } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { commissionColumns } from './commissions.ts';
import { portalPath, showPortal, withCreator } from './show.ts';

const tones: Readonly<Record<string, Tone>> = { paid: 'good', failed: 'bad', open: 'warning' };

/** A line can be paid before its payout. */
function statusOf(c: PageContext, { status, lineStatus }: CreatorPayout): Html {
  const { statuses } = visitOf(c).texts.portalMoney.payouts;
  const shown = status === 'canceled' || status === 'canceling' ? 'canceled' : lineStatus;
  return badge(statuses[shown] ?? shown, tones[shown]);
}

function periodOf({ periodStart, periodEnd }: CreatorPayout, format: Format): string {
  if (periodStart === null || periodEnd === null) return '–';
  const days = [format.day(periodStart), format.day(periodEnd)];
  return [...new Set(days)].join(' – ');
}

async function payoutsPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.portalMoney.payouts;
  const list = api.creator.listPayouts({ cursor: c.req.query('cursor'), limit: 25 });
  const [{ format }, { data, meta }] = await withCreator(c, list);
  const href = ({ id }: CreatorPayout) => portalPath(c, `/payouts/${id}`);
  const columns = [
    {
      title: its.created,
      cell: (row: CreatorPayout) => html`<a href="${href(row)}">${format.day(row.createdAt)}</a>`,
    },
    { title: its.period, cell: (row: CreatorPayout) => periodOf(row, format) },
    { title: its.status, cell: (row: CreatorPayout) => statusOf(c, row) },
    { title: its.amount, cell: (row: CreatorPayout) => format.money(row.amount), isNumber: true },
  ];
  const body = html`<p>${its.lead}</p>
${table(c, { caption: its.title, columns, rows: data, empty: its.empty })}${pages(c, meta.cursor)}`;
  return showPortal(c, { title: its.title, body });
}

async function statementPage(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.portalMoney.payouts;
  const [creator, payout] = await withCreator(c, api.creator.getPayout(c.req.param('id') ?? ''));
  const { format, profile } = creator;
  const { commissions, commissionsCount, reference, paidAt, failureReason } = payout;
  const all: readonly Fact[] = [
    [its.from, html`<bdi>${profile.brand.name}</bdi>`],
    [its.to, html`<bdi>${profile.name}</bdi>`],
    [its.period, periodOf(payout, format)],
    [its.status, statusOf(c, payout)],
    ...(paidAt === null ? [] : [[its.paidAt, format.day(paidAt)] as const]),
    ...(reference === null ? [] : [[its.reference, html`<bdi>${reference}</bdi>`] as const]),
    ...(failureReason === null ? [] : [[its.failure, html`<bdi>${failureReason}</bdi>`] as const]),
    [its.total, format.money(payout.amount)],
  ];
  const columns = commissionColumns(c, format);
  const body = html`${facts(all)}
${table(c, { caption: its.statement, columns, rows: commissions, empty: its.noRows })}
${whenever(commissions.length < commissionsCount, () => html`<p>${its.more(String(commissions.length), String(commissionsCount))}</p>`)}
<p class="screen"><a href="${portalPath(c)}/payouts">${its.allPayouts}</a></p>`;
  const actions = html`<button type="button" class="secondary outline" data-print hidden>${its.print}</button>`;
  return showPortal(c, { title: its.statementTitle(format.day(payout.createdAt)), body, actions });
}

export function addPayouts(app: Pages): void {
  app.get('/creators/:slug/payouts', payoutsPage);
  app.get('/creators/:slug/payouts/:id', statementPage);
}
