// Shows the work that waits for a manager.
import { type Client, isApiError } from '#lib/client/index.ts';
import { figures } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';

/** Members may not see everything. */
async function ifAllowed<Data>(call: Promise<Data>): Promise<Data | undefined> {
  try {
    return await call;
  } catch (error) {
    if (isApiError(error) && error.status === 403) return undefined;
    throw error;
  }
}

export async function readWork({ affiliates, commissions, disputes, payouts, webhooks, billing }: Client) {
  const [pending, held, invited, applied, disputed, ready, endpoints, usage] = await Promise.all([
    commissions.list({ status: ['pending'], limit: 1 }),
    commissions.list({ held: true, limit: 1 }),
    affiliates.list({ status: ['invited'], limit: 1 }),
    affiliates.list({ status: ['applied'], limit: 1 }),
    disputes.list({ status: ['open'], limit: 1 }),
    payouts.list({ status: ['ready'], limit: 1 }),
    ifAllowed(webhooks.list()),
    ifAllowed(billing.usage()),
  ]);
  const failing = endpoints?.data.filter(({ disabledReason }) => disabledReason === 'failing') ?? [];
  return {
    ...{
      pending: pending.meta,
      held: held.meta,
      invited: invited.meta,
      applied: applied.meta,
      disputed: disputed.meta,
      ready: ready.meta,
    },
    ...{ failing: failing.length, usage },
  };
}

type Work = Awaited<ReturnType<typeof readWork>>;

/** A plan that is almost used up is work, too. */
function limitsHtml(c: PageContext, { usage }: Work, { number }: Format): Html {
  const { overview } = visitOf(c).texts;
  const limitHtml = (label: string, used: number, limit: number | null): Html =>
    whenever(
      limit !== null && used >= limit * 0.9,
      () =>
        html`<p class="notice warning" role="status">${overview.planLimit(label, number(used), number(limit ?? 0))}</p>`,
    );
  if (usage === undefined) return nothing;
  const { creators, campaigns } = usage;
  return html`${limitHtml(overview.creators, creators.used, creators.limit)}
${limitHtml(overview.campaigns, campaigns.used, campaigns.limit)}`;
}

export function workHtml(c: PageContext, work: Work, format: Format): Html {
  const { overview } = visitOf(c).texts;
  const { pending, held, invited, applied, disputed, ready, failing } = work;
  const counted = ({ total, totalIsExact }: Work['pending']): string =>
    `${format.number(total)}${totalIsExact ? '' : '+'}`;
  const ifAny = (meta: Work['pending'], label: string, href: string) =>
    meta.total === 0 ? [] : [{ label, value: counted(meta), href }];
  const all = [
    { label: overview.held, value: counted(held), href: '/console/commissions?held=true' },
    { label: overview.pending, value: counted(pending), href: '/console/commissions?status=pending' },
    ...ifAny(applied, overview.applied, '/console/creators/applicants'),
    ...ifAny(disputed, overview.disputed, '/console/disputes?status=open'),
    ...ifAny(ready, overview.ready, '/console/payouts?status=ready'),
    { label: overview.invited, value: counted(invited), href: '/console/creators?status=invited' },
    ...(failing > 0 ? [{ label: overview.failing, value: format.number(failing) }] : []),
  ];
  return html`<h2 class="hidden">${overview.work}</h2>${limitsHtml(c, work, format)}${figures(all)}`;
}
