// Shows a commission: how it came about, and what can be done with it.
import type { ExpandedCommission } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, field, hidden, requestId } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, nothing, notice } from '#lib/pages/shared/html.ts';
import { once } from '#lib/pages/shared/submit.ts';
import { campaignLinkOf, commissionBadge, creatorLinkOf, orderLinkOf } from './parts.ts';

const path = '/console/commissions';

function factsHtml({ texts, format: { money, time } }: Page, commission: ExpandedCommission): Html {
  const { commissions: its } = texts;
  const { kind, orderId, orderAmount, amount, originalAmount, eligibleAt, approvedAt, paidAt } = commission;
  return facts([
    [its.status, commissionBadge(texts, commission)],
    [its.creator, creatorLinkOf(commission)],
    [its.campaign, campaignLinkOf(commission)],
    [its.kind, its.kinds[kind] ?? kind],
    [its.order, orderId && orderLinkOf(texts, commission)],
    [its.orderAmount, orderAmount === null ? null : money(orderAmount)],
    [its.amount, money(amount)],
    [its.originalAmount, originalAmount === amount ? null : money(originalAmount)],
    [its.created, time(commission.createdAt)],
    [its.eligible, eligibleAt && time(eligibleAt)],
    [its.approvedAt, approvedAt && time(approvedAt)],
    [its.paidAt, paidAt && time(paidAt)],
  ]);
}

function actionsHtml({ c, texts: { commissions: its }, id }: Page, { status }: ExpandedCommission): Html {
  const action = `${path}/${id}`;
  const button = (name: string, label: string, kind = ''): Html =>
    html`<p>${buttonForm(action, label, { fields: hidden('action', name), kind })}</p>`;
  const reject = html`<form method="post" action="${action}">${requestId()}${hidden('action', 'reject')}
${field(c, 'reason', its.reason, { required: true, maxlength: 500 })}<button class="secondary">${its.reject}</button></form>`;
  if (status === 'pending') return html`${button('approve', its.approve)}${reject}`;
  if (status === 'approved') return html`${button('reopen', its.reopen, 'secondary')}${reject}`;
  return status === 'rejected' ? button('restore', its.restore, 'secondary') : nothing;
}

const commissionPage = consolePage(
  ({ api, id }) => api.commissions.get(id, { expand: ['affiliate', 'campaign'] }),
  (page, commission) => {
    const { commissions: its } = page.texts;
    const { hold, reason } = commission;
    const body = html`${hold === null ? nothing : notice('warning', its.holds[hold.reason] ?? its.held)}
${reason === null ? nothing : notice('calm', html`<strong>${its.reason}:</strong> ${reason}`)}
${factsHtml(page, commission)}${page.isAdmin ? actionsHtml(page, commission) : nothing}
<p><a href="${path}">${its.toList}</a></p>`;
    return { title: its.one, body };
  },
);

const act: Run = async ({ api: { commissions }, id }, form) => {
  const actions: Readonly<Record<string, () => Promise<unknown>>> = {
    approve: () => commissions.approve(id),
    reject: () => commissions.reject(id, form.texts('reason')),
    reopen: () => commissions.reopen(id, once(form)),
    restore: () => commissions.restore(id, once(form)),
  };
  await actions[form.text('action')]?.();
  return `${path}/${id}?done=saved`;
};

export const addCommission = (app: Pages): void => addPage(app, `${path}/:id`, commissionPage, { '': act });
