// Lists the commissions, and decides about a selection of them.
import type {
  Campaign,
  CommissionsListQuery,
  ExpandedCommission,
  ExpandedCommissionList,
} from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { badge, linkButton, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { field, hidden, type Problem, requestId } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { type Column, filtered, filters, pages, table } from '#lib/pages/shared/table.ts';
import { addCommission } from './commission.ts';
import { approvedHeldHtml, countHeld, heldMark } from './commission-holds.ts';
import { campaignLinkOf, commissionBadge, creatorLinkOf, orderLinkOf } from './commission-parts.ts';
import { addDecisions, decidableFilter, decide } from './decisions.ts';
import { type Account, accountOf, showConsole } from './show.ts';

const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

function queryOf(c: PageContext): CommissionsListQuery {
  const { status, held, campaignId, affiliateId, createdFrom, createdTo, cursor, order } = c.req.query();
  const known = statuses.find((one) => one === status);
  return {
    ...(known !== undefined && { status: [known] }),
    ...(held === 'true' && { held: true as const }),
    campaignId: campaignId || undefined,
    affiliateId: affiliateId || undefined,
    createdFrom: createdFrom || undefined,
    createdTo: createdTo || undefined,
    cursor,
    order: order === 'asc' ? 'asc' : undefined,
    limit: 50,
    expand: ['affiliate', 'campaign'],
  };
}

function filtersHtml(c: PageContext, campaigns: readonly Campaign[]): Html {
  const { commissions, common } = visitOf(c).texts;
  const statusOptions = statuses.map((status) => [status, commissions.statuses[status] ?? status] as const);
  const campaignOptions = campaigns.map(({ id, name }) => [id, name] as const);
  return filters(c, [
    { name: 'status', label: commissions.status, options: statusOptions },
    { name: 'held', label: commissions.review, options: [['true', commissions.onlyHeld]] },
    { name: 'campaignId', label: commissions.campaign, options: campaignOptions },
    { name: 'createdFrom', label: common.from, type: 'date' },
    { name: 'createdTo', label: common.to, type: 'date' },
  ]);
}

function columnsOf(c: PageContext, { money, day }: Format): readonly Column<ExpandedCommission>[] {
  const { commissions } = visitOf(c).texts;
  return [
    {
      title: commissions.created,
      cell: ({ id, createdAt }) => html`<a href="/console/commissions/${id}">${day(createdAt)}</a>`,
      isSorted: true,
    },
    { title: commissions.creator, cell: creatorLinkOf },
    { title: commissions.campaign, cell: campaignLinkOf },
    { title: commissions.order, cell: (row) => orderLinkOf(c, row) },
    {
      title: commissions.status,
      cell: (row) =>
        html`${commissionBadge(c, row)}${
          row.hold === null
            ? nothing
            : html` ${badge(commissions.held, 'warning')}${heldMark(row)}<br><small>${commissions.holds[row.hold.reason]}</small>`
        }${row.reason === null ? nothing : html`<br><small>${row.reason}</small>`}`,
    },
    { title: commissions.amount, cell: ({ amount }) => money(amount), isNumber: true },
  ];
}

type Listed = Pick<ExpandedCommissionList, 'data' | 'meta'>;

const totalOf = ({ number }: Format, { meta }: Listed): string =>
  `${number(meta.total)}${meta.totalIsExact ? '' : '+'}`;

/** Only admins may decide, and only about pending and approved commissions. */
async function decisionHtml(
  c: PageContext,
  account: Account,
  list: Listed,
  problem?: Problem,
): Promise<Html> {
  const { commissions } = visitOf(c).texts;
  if (account.me.role !== 'admin') return nothing;
  const filter = decidableFilter(c);
  const held = filter && (await countHeld(c, filter, list));
  const total = totalOf(account.format, list);
  const all = (decision: 'approveAll' | 'rejectAll', label: string): Html =>
    html`<button name="decision" value="${decision}" class="secondary outline" data-confirm="${label}?">${label}</button>`;
  return html`<fieldset class="decide"><legend><h2>${commissions.decide}</h2></legend>
${field(c, { name: 'reason', label: commissions.reason, hint: commissions.reasonHint, problem, attributes: { maxlength: 500 } })}
<div class="buttons"><button name="decision" value="approve">${commissions.approveSelected}</button>
<button name="decision" value="reject" class="secondary">${commissions.rejectSelected}</button>
${whenever(filter?.status === 'pending', () => html`${all('approveAll', commissions.approveAll(total, held))}${hidden('leftOut', String(held ?? ''))}`)}
${whenever(filter !== undefined, () => all('rejectAll', commissions.rejectAll(total)))}</div>${whenever(filter?.status === 'pending' && held !== 0, () => html`<small>${commissions.leftOutHint}</small>`)}</fieldset>`;
}

export async function commissionsPage(
  c: PageContext,
  problem?: Problem,
  failures: readonly string[] = [],
): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { commissions } = texts;
  const [account, list, campaigns] = await Promise.all([
    accountOf(c),
    filtered(c, api.commissions.list(queryOf(c))),
    api.campaigns.list({ limit: 100 }),
  ]);
  const decision = list.data.length > 0 ? await decisionHtml(c, account, list, problem) : nothing;
  const rows = table<ExpandedCommission>(c, {
    caption: texts.frame.commissions,
    columns: columnsOf(c, account.format),
    rows: list.data,
    empty: commissions.empty,
    ...(account.me.role === 'admin' && {
      selects: ({ id, orderId }) => ({ id, label: orderId ?? id }),
    }),
  });
  const next = whenever(c.req.query('done') === 'approved', () =>
    linkButton('/console/payouts/new?check=1', texts.payouts.propose),
  );
  const body = html`${approvedHeldHtml(c)}${failures.map((failure) => notice('bad', failure))}${filtersHtml(c, campaigns.data)}${list.refused ?? nothing}
<p>${commissions.found(totalOf(account.format, list))}</p><form method="post" action="${samePage(c, {})}">${requestId()}${rows}
${decision}</form>${pages(c, list.meta.cursor)}`;
  return showConsole(c, {
    ...{ title: texts.frame.commissions, actions: next, body, problem },
    ...(list.refused && { status: 400 }),
  });
}

export function addCommissions(app: Pages): void {
  app.get('/console/commissions', (c) => commissionsPage(c));
  app.post('/console/commissions', (c) =>
    decide(c, (problem, failures) => commissionsPage(c, problem, failures)),
  );
  addDecisions(app);
  addCommission(app);
}
