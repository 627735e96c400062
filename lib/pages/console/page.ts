// Shows the pages of the console in their frame.
import type { Brand, Me, TestClock } from '#lib/client/index.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import { backToDispute } from '#lib/pages/console/disputes/back.ts';
import { type Visit, visitOf } from '#lib/pages/console/visit.ts';
import type { PageContext, PageHandler } from '#lib/pages/shared/context.ts';
import { type Format, newFormat } from '#lib/pages/shared/format.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { type Frame, type Link, linksHtml, type PageContent, showPage } from '#lib/pages/shared/layout.ts';

interface Account {
  readonly me: Me;
  readonly isAdmin: boolean;
  readonly brand: Brand;
  /** Names the version of the brand. */
  readonly brandResponse: Response;
  readonly format: Format;
  /** The test clock, undefined in live mode. */
  readonly clock: TestClock | undefined;
  /** The day in the time zone of the brand, by the test clock in test mode. */
  readonly today: string;
}

/** The visit, the person and the brand, which each function of a page receives. */
export type Page = Visit & Account;

const liveMode = { 'x-mode': 'live' };

const accounts = new WeakMap<PageContext, Promise<Account>>();

async function readAccount({ api, session, language, now }: Visit): Promise<Account> {
  const [me, { data: brand, response: brandResponse }, clock] = await Promise.all([
    api.users.me(),
    // The settings of the account hold in test mode, too.
    api.brands.get({ headers: liveMode }).withResponse(),
    session?.mode === 'test' ? api.testMode.getClock() : undefined,
  ]);
  const today = dayIn(brand.timezone, clock === undefined ? now : new Date(clock.now));
  const isAdmin = me.role === 'admin';
  return { me, isAdmin, brand, brandResponse, clock, today, format: newFormat(language, brand) };
}

/** Reads the person and the brand once for each request. */
export function accountOf(c: PageContext): Promise<Account> {
  const known = accounts.get(c) ?? readAccount(visitOf(c));
  accounts.set(c, known);
  return known;
}

export const modeForm = (c: PageContext, mode: 'live' | 'test', label: string, to = c.req.path): Html =>
  html`<form method="post" action="/console/mode" class="inline">${hidden('mode', mode)}${hidden('to', to)}
<button class="plain">${label}</button></form>`;

function bannerHtml({ c, texts, clock, format }: Page): Html {
  const { testBanner, testTime, advance, toLive } = texts.frame;
  if (clock === undefined) return nothing;
  return html`<div class="banner" role="region" aria-label="${testBanner}"><strong>${testBanner}</strong>
<span>${testTime(format.time(clock.now))}</span> <a href="/console/test-clock">${advance}</a>${modeForm(c, 'live', toLive)}</div>`;
}

function accountHtml({ c, texts: { frame, signIn }, me, isAdmin, clock }: Page): Html {
  return html`<div class="account"><p><bdi>${me.name || me.email}</bdi><br><small>${isAdmin ? frame.admin : frame.member}</small></p>
${clock === undefined ? modeForm(c, 'test', frame.toTest) : nothing}
<form method="post" action="/console/sign-out" class="inline"><button class="plain">${signIn.out}</button></form></div>`;
}

/** The pages in the menu. */
const navigationOf = ({ texts }: Page): readonly Link[] => [
  ['/console', texts.frame.overview],
  ['/console/creators', texts.creators.title],
  ['/console/campaigns', texts.campaigns.title],
  ['/console/codes', texts.codes.title],
  ['/console/orders', texts.orders.title],
  ['/console/commissions', texts.frame.commissions],
  ['/console/disputes', texts.disputes.title],
  ['/console/fraud', texts.fraud.title],
  ['/console/payouts', texts.frame.payouts],
  ['/console/customers', texts.customers.title],
  ['/console/reports', texts.reports.title],
  ['/console/settings', texts.settings.title],
];

const framedBy = (page: Page): Frame => ({
  name: page.brand.name,
  logoUrl: page.brand.portal.logoUrl,
  navigation: navigationOf(page),
  account: accountHtml(page),
  banner: bannerHtml(page),
});

export const consoleFrame = async (c: PageContext): Promise<Frame> =>
  framedBy({ ...visitOf(c), ...(await accountOf(c)) });

/** Adds parts that several pages share to the content, such as tabs. */
type Wrap = (page: Page, content: PageContent) => PageContent;

/** A page reads its data beside the person and the brand. */
export const consolePage =
  <Data>(
    read: (visit: Visit) => Data | Promise<Data>,
    show: (page: Page, data: Data) => PageContent | Promise<PageContent>,
    wrap: Wrap = (_, content) => content,
  ): PageHandler =>
  async (c) => {
    const visit = visitOf(c);
    const [account, data] = await Promise.all([accountOf(c), read(visit)]);
    const page = { ...visit, ...account };
    const { body, ...content } = wrap(page, await show(page, data));
    return showPage(c, { ...framedBy(page), ...content, body: html`${body}${backToDispute(c)}` });
  };

/** A page without data. */
export const plainPage = (show: (page: Page) => PageContent | Promise<PageContent>, wrap?: Wrap) =>
  consolePage(() => undefined, show, wrap);

/** Links the pages of a part of the console to each other. */
export const tabsHtml = (c: PageContext, label: string, tabs: readonly Link[]): Html =>
  html`<nav class="tabs" aria-label="${label}">${linksHtml(c, tabs)}</nav>`;
