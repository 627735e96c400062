// Shows the work that waits for a manager.
import type { Client } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { figures, type Html, html, nothing, notice } from '#lib/pages/shared/html.ts';
import { recover } from '#lib/pages/shared/submit.ts';

/** Members may not see everything. */
const ifAllowed = <Data>(call: Promise<Data>) => recover(call, [403], () => undefined);

export async function readWork(api: Client) {
  const { affiliates, commissions, connections, disputes, fraudFindings, payouts, webhooks, billing } = api;
  const [pending, held, invited, applied, disputed, suspected, ready, endpoints, shops, usage] =
    await Promise.all([
      commissions.list({ status: ['pending'], limit: 1 }),
      commissions.list({ held: true, limit: 1 }),
      affiliates.list({ status: ['invited'], limit: 1 }),
      affiliates.list({ status: ['applied'], limit: 1 }),
      disputes.list({ status: ['open'], limit: 1 }),
      fraudFindings.list({ status: ['open'], limit: 1 }),
      payouts.list({ status: ['ready'], limit: 1 }),
      ifAllowed(webhooks.list()),
      ifAllowed(connections.list()),
      ifAllowed(billing.usage()),
    ]);
  const failing = endpoints?.data.filter(({ disabledReason }) => disabledReason === 'failing').length ?? 0;
  const failingShops = shops?.data.filter(({ failingSince }) => failingSince !== null).length ?? 0;
  return { pending, held, invited, applied, disputed, suspected, ready, failing, failingShops, usage };
}

type Work = Awaited<ReturnType<typeof readWork>>;

/** A plan that is almost used up is work, too. */
function limitsHtml({ texts: { overview: its }, format: { number } }: Page, { usage }: Work): Html {
  if (usage === undefined) return nothing;
  const limits = [[its.creators, usage.creators] as const, [its.campaigns, usage.campaigns] as const];
  return html`${limits.map(([label, { used, limit }]) =>
    limit !== null && used >= limit * 0.9
      ? notice('warning', its.planLimit(label, number(used), number(limit)))
      : nothing,
  )}`;
}

/** Without a landing page, the links of creators show an error to everybody who follows them. */
function landingHtml({ texts: { overview: its }, brand, isAdmin }: Page): Html {
  if (brand.landingUrl !== null) return nothing;
  const link = html` <a href="/console/settings">${its.enterLandingPage}</a>`;
  return notice('warning', html`${its.noLandingPage}${isAdmin ? link : nothing}`);
}

export function workHtml(page: Page, work: Work): Html {
  const { texts, format } = page;
  const { overview: its } = texts;
  const figure = (
    label: string,
    href: string,
    { meta }: Work['pending' | 'applied' | 'disputed' | 'suspected' | 'ready'],
  ) => [label, `${format.number(meta.total)}${meta.totalIsExact ? '' : '+'}`, undefined, href] as const;
  const ifAny = (...given: Parameters<typeof figure>) =>
    given[2].meta.total === 0 ? [] : [figure(...given)];
  const ifFailing = (label: string, href: string, count: number) =>
    count === 0 ? [] : [[label, format.number(count), undefined, href] as const];
  const all = [
    figure(its.held, '/console/commissions?held=true', work.held),
    figure(its.pending, '/console/commissions?status=pending', work.pending),
    ...ifAny(its.applied, '/console/creators/applicants', work.applied),
    ...ifAny(its.disputed, '/console/disputes?status=open', work.disputed),
    ...ifAny(its.suspected, '/console/fraud?status=open', work.suspected),
    ...ifAny(its.ready, '/console/payouts?status=ready', work.ready),
    figure(its.invited, '/console/creators?status=invited', work.invited),
    ...ifFailing(its.failingShops, '/console/settings/connections', work.failingShops),
    ...ifFailing(its.failing, '/console/settings/webhooks', work.failing),
  ];
  return html`<h2 class="hidden">${its.work}</h2>${landingHtml(page)}${limitsHtml(page, work)}${figures(all)}`;
}
