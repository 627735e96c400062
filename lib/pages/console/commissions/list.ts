// Lists the commissions, and decides about a selection of them.
import type { Campaign, ExpandedCommission, ExpandedCommissionList } from '#lib/client/index.ts';
import { givenIn, pageQuery, statusIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { field, hidden, optionsOf, requestId } from '#lib/pages/shared/forms.ts';
import { badge, type Html, html, linkButton, nothing, notice, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { filtered, filters, pages, table } from '#lib/pages/shared/table.ts';
import { approvedHeldHtml, countHeld, decidableFilter, decide, decisionPage, heldMark } from './decisions.ts';
import { addCommission } from './detail.ts';
import { campaignLinkOf, commissionBadge, creatorLinkOf, orderLinkOf } from './parts.ts';

const statuses = ['pending', 'approved', 'paid', 'rejected', 'reversed'] as const;

function filtersHtml({ c, texts }: Page, campaigns: readonly Campaign[]): Html {
  const { commissions: its, common } = texts;
  return filters(c, [
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
  const selects = ({ id, orderId }: ExpandedCommission) => ({ id, label: orderId ?? id });
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
    [its.amount, ({ amount }) => format.money(amount), 'number'],
  ]);
}

type Listed = Pick<ExpandedCommissionList, 'data' | 'meta'>;

const totalOf = ({ format }: Page, { meta }: Listed): string =>
  `${format.number(meta.total)}${meta.totalIsExact ? '' : '+'}`;

/** Only admins may decide, and only about pending and approved commissions. */
async function decisionHtml(page: Page, list: Listed): Promise<Html> {
  const { c, texts, isAdmin } = page;
  const { commissions: its } = texts;
  if (!isAdmin || list.data.length === 0) return nothing;
  const filter = decidableFilter(c);
  const isPending = filter?.status === 'pending';
  const held = filter && (await countHeld(page, filter, list));
  const total = totalOf(page, list);
  const all = (decision: 'approveAll' | 'rejectAll', label: string): Html =>
    html`<button name="decision" value="${decision}" class="secondary outline" data-confirm="${label}?">${label}</button>`;
  const leftOut = hidden('leftOut', String(held ?? ''));
  return html`<fieldset class="decide"><legend><h2>${its.decide}</h2></legend>
${field(c, 'reason', its.reason, { hint: its.reasonHint, maxlength: 500 })}
<div class="buttons"><button name="decision" value="approve">${its.approveSelected}</button>
<button name="decision" value="reject" class="secondary">${its.rejectSelected}</button>
${whenever(isPending, () => html`${all('approveAll', its.approveAll(total, held))}${leftOut}`)}
${whenever(filter !== undefined, () => all('rejectAll', its.rejectAll(total)))}</div>
${whenever(isPending && held !== 0, () => html`<small>${its.leftOutHint}</small>`)}</fieldset>`;
}

const commissionsPage = (failures: readonly string[] = []): PageHandler =>
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
    async (page, [list, campaigns]) => {
      const { c, texts } = page;
      const next = whenever(c.req.query('done') === 'approved', () =>
        linkButton('/console/payouts/new?check=1', texts.payouts.propose),
      );
      const body = html`${approvedHeldHtml(page)}${failures.map((failure) => notice('bad', failure))}
${filtersHtml(page, campaigns.data)}${list.refused ?? nothing}
<p>${texts.commissions.found(totalOf(page, list))}</p><form method="post" action="${samePage(c, {})}">${requestId()}
${tableHtml(page, list.data)}${await decisionHtml(page, list)}</form>${pages(c, list.meta.cursor)}`;
      return { title: texts.frame.commissions, actions: next, body, status: list.status };
    },
  );

export function addCommissions(app: Pages): void {
  addPage(app, '/console/commissions', commissionsPage(), { '': decide(commissionsPage) });
  addPage(app, '/console/commissions/decisions/:id', decisionPage);
  addCommission(app);
}
