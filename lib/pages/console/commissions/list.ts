// Lists the commissions, and decides about a selection of them.
import type { Campaign, ExpandedCommission, ExpandedCommissionList } from '#lib/client/index.ts';
import { listFilters } from '#lib/pages/console/filters.ts';
import { givenIn, pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { field, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { badge, buttons, type Html, html, linkButton, nothing, whenever } from '#lib/pages/shared/html.ts';
import { filtersIn, pathWith, samePage } from '#lib/pages/shared/links.ts';
import { filtered, pages, table } from '#lib/pages/shared/table.ts';
import { decideAll, decideAllPage } from './all.ts';
import { createBonus, newBonusPage } from './create.ts';
import {
  decidableFilter,
  decide,
  decisionPage,
  heldMark,
  isDecidable,
  type Result,
  resultHtml,
} from './decisions.ts';
import { addCommission } from './detail.ts';
import { campaignLinkOf, commissionBadge, creatorLinkOf, orderLinkOf } from './parts.ts';

const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

function filtersHtml(page: Page, campaigns: readonly Campaign[]): Promise<Html> {
  const { commissions: its, common } = page.texts;
  return listFilters(page, [
    ['status', its.status, { options: optionsOf(its.statuses, [...statuses]) }],
    ['held', its.review, { options: [['true', its.onlyHeld]] }],
    ['campaignId', its.campaign, { options: campaigns.map(({ id, name }) => [id, name]) }],
    ['createdFrom', common.from, { type: 'date' }],
    ['createdTo', common.to, { type: 'date' }],
  ]);
}

function tableHtml({ c, texts, format, isAdmin }: Page, rows: readonly ExpandedCommission[]): Html {
  const { commissions: its, frame } = texts;
  const hold = (row: ExpandedCommission): Html =>
    row.hold === null
      ? nothing
      : html` ${badge(its.held, 'warning')}${heldMark(row)}<br><small>${its.holds[row.hold.reason]}</small>`;
  const reason = ({ reason: text }: ExpandedCommission): Html =>
    text === null ? nothing : html`<br><small>${text}</small>`;
  const selects = (row: ExpandedCommission) =>
    isDecidable(c, row) ? { id: row.id, label: row.orderId ?? row.id } : undefined;
  const options = { title: frame.commissions, none: its.empty, selects: isAdmin ? selects : undefined };
  return table(c, options, rows, [
    [
      its.created,
      ({ id, createdAt }) => html`<a href="/console/commissions/${id}">${format.day(createdAt)}</a>`,
      'sorted',
    ],
    [its.creator, creatorLinkOf],
    [its.campaign, campaignLinkOf],
    [its.order, (row) => orderLinkOf(texts, row)],
    [its.status, (row) => html`${commissionBadge(texts, row)}${hold(row)}${reason(row)}`],
    [
      its.payableFrom,
      ({ status, eligibleAt }) => (status === 'pending' ? format.day(eligibleAt) : '–'),
      'number',
    ],
    [its.amount, ({ amount }) => format.money(amount), 'number'],
  ]);
}

type Listed = Pick<ExpandedCommissionList, 'data' | 'meta'>;

const totalOf = ({ format }: Page, { meta }: Listed): string =>
  `${format.number(meta.total)}${meta.totalIsExact ? '' : '+'}`;

/** Only admins may decide, and only about pending and approved commissions. */
function decisionHtml({ c, texts, isAdmin }: Page, { data }: Listed): Html {
  const { commissions: its } = texts;
  if (!isAdmin || !data.some((row) => isDecidable(c, row))) return nothing;
  const filter = decidableFilter(c);
  const isApproved = filter?.status === 'approved';
  const all = (decision: 'approve' | 'reject', label: string): Html =>
    linkButton(pathWith('/console/commissions/all', { ...filtersIn(c), decision }), label, 'secondary');
  return html`<fieldset class="decide"><legend><h2>${its.decide}</h2></legend>
${field(c, 'reason', its.reason, { hint: its.reasonHint, maxlength: 500 })}
<div class="buttons">${whenever(!isApproved, () => html`<button name="decision" value="approve">${its.approveSelected}</button>`)}
<button name="decision" value="reject" class="secondary">${its.rejectSelected}</button>
${whenever(filter?.status === 'pending', () => all('approve', its.approveList))}
${whenever(filter !== undefined, () => all('reject', its.rejectList))}</div></fieldset>`;
}

const commissionsPage = (result?: Result): PageHandler =>
  consolePage(
    ({ c, api }) => {
      const list = api.commissions.list({
        ...pageQuery(c, 50),
        ...givenIn(c, 'campaignId', 'affiliateId', 'createdFrom', 'createdTo'),
        status: statusIn(c, statuses),
        held: c.req.query('held') === 'true' ? true : undefined,
        expand: ['affiliate', 'campaign'],
      });
      return Promise.all([filtered(c, list), api.campaigns.list({ limit: 100 })]);
    },
    (page, [list, campaigns]) => {
      const { c, texts } = page;
      const bonus = linkButton('/console/commissions/new', texts.commissions.addBonus, 'secondary');
      const next = linkButton('/console/payouts/new?check=1', texts.payouts.propose);
      const actions = buttons(
        whenever(page.isAdmin, () => bonus),
        whenever(c.req.query('done') === 'approved', () => next),
      );
      const body = html`${resultHtml(page, result)}
${filtersHtml(page, campaigns.data)}${list.refused ?? nothing}
<p>${texts.commissions.found(totalOf(page, list))}</p><form method="post" action="${samePage(c, {})}">${requestId()}
${tableHtml(page, list.data)}${decisionHtml(page, list)}</form>${pages(c, list.meta.cursor)}`;
      return { title: texts.frame.commissions, actions, body, status: list.status };
    },
  );

export function addCommissions(app: Pages): void {
  addPage(app, '/console/commissions', commissionsPage(), { '': decide(commissionsPage) });
  addPage(app, '/console/commissions/decisions/:id', decisionPage);
  addPage(app, '/console/commissions/new', newBonusPage, { '': createBonus });
  addPage(app, '/console/commissions/all', decideAllPage, { '': decideAll });
  addCommission(app);
}
