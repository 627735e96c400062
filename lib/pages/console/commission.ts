// Shows a commission: how it came about, and what can be done with it.
import type { ExpandedCommission } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type Fact, facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { buttonForm, field, hidden, once, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { campaignLinkOf, commissionBadge, creatorLinkOf, orderLinkOf } from './commission-parts.ts';
import { accountOf, showConsole } from './show.ts';

function factsOf(c: PageContext, commission: ExpandedCommission, { money, time }: Format): readonly Fact[] {
  const { commissions } = visitOf(c).texts;
  const { kind, orderId, orderAmount, amount, originalAmount, createdAt, eligibleAt } = commission;
  const at = (name: string, value: string | null): readonly Fact[] =>
    value === null ? [] : [[name, time(value)]];
  return [
    [commissions.status, commissionBadge(c, commission)],
    [commissions.creator, creatorLinkOf(commission)],
    [commissions.campaign, campaignLinkOf(commission)],
    [commissions.kind, commissions.kinds[kind] ?? kind],
    ...(orderId === null ? [] : [[commissions.order, orderLinkOf(c, commission)] as const]),
    ...(orderAmount === null ? [] : [[commissions.orderAmount, money(orderAmount)] as const]),
    [commissions.amount, money(amount)],
    ...(originalAmount === amount ? [] : [[commissions.originalAmount, money(originalAmount)] as const]),
    ...at(commissions.created, createdAt),
    ...at(commissions.eligible, eligibleAt),
    ...at(commissions.approvedAt, commission.approvedAt),
    ...at(commissions.paidAt, commission.paidAt),
  ];
}

function actionsHtml(c: PageContext, { status, id }: ExpandedCommission, problem?: Problem): Html {
  const { commissions } = visitOf(c).texts;
  const path = `/console/commissions/${id}`;
  const button = (action: string, label: string, kind = ''): Html =>
    buttonForm(path, label, { fields: hidden('action', action), kind });
  const attributes = { required: true, maxlength: 500 };
  const reject = html`<form method="post" action="${path}">${requestId()}${hidden('action', 'reject')}
${field(c, { name: 'reason', label: commissions.reason, problem, attributes })}<button class="secondary">${commissions.reject}</button></form>`;
  if (status === 'pending') return html`<p>${button('approve', commissions.approve)}</p>${reject}`;
  if (status === 'approved')
    return html`<p>${button('reopen', commissions.reopen, 'secondary')}</p>${reject}`;
  if (status === 'rejected') return html`<p>${button('restore', commissions.restore, 'secondary')}</p>`;
  return nothing;
}

async function commissionPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { commissions } = texts;
  const id = c.req.param('id') ?? '';
  const [{ me, format }, commission] = await Promise.all([
    accountOf(c),
    api.commissions.get(id, { expand: ['affiliate', 'campaign'] }),
  ]);
  const { hold, reason } = commission;
  const body = html`${hold === null ? nothing : notice('warning', commissions.holds[hold.reason] ?? commissions.held)}
${reason === null ? nothing : notice('calm', html`<strong>${commissions.reason}:</strong> ${reason}`)}
${facts(factsOf(c, commission, format))}${me.role === 'admin' ? actionsHtml(c, commission, problem) : nothing}
<p><a href="/console/commissions">${commissions.toList}</a></p>`;
  return showConsole(c, { title: commissions.one, body, problem });
}

export function addCommission(app: Pages): void {
  app.get('/console/commissions/:id', (c) => commissionPage(c));
  app.post('/console/commissions/:id', (c) =>
    submit(c, {
      run: async (form) => {
        const { commissions } = visitOf(c).api;
        const id = c.req.param('id');
        const actions: Readonly<Record<string, () => Promise<unknown>>> = {
          approve: () => commissions.approve(id),
          reject: () => commissions.reject(id, { reason: form.text('reason') }),
          reopen: () => commissions.reopen(id, once(form)),
          restore: () => commissions.restore(id, once(form)),
        };
        await actions[form.text('action')]?.();
        return `/console/commissions/${id}?done=saved`;
      },
      again: (problem) => commissionPage(c, problem),
    }),
  );
}
