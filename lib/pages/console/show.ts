// Shows a page of the console in its frame.
import type { Brand, Me, TestClock } from '#lib/client/index.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import { type PageContext, type Visit, visitOf } from '#lib/pages/shared/context.ts';
import { type Format, newFormat } from '#lib/pages/shared/format.ts';
import { hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { type PageContent, showPage } from '#lib/pages/shared/layout.ts';
import { navigationOf } from './navigation.ts';

export interface Account {
  readonly me: Me;
  readonly brand: Brand;
  /** Names the version of the brand. */
  readonly brandResponse: Response;
  readonly format: Format;
  /** Only in test mode. */
  readonly clock: TestClock | undefined;
  /** The day in the time zone of the brand, by the test clock in test mode. */
  readonly today: string;
}

const liveMode = { 'x-mode': 'live' };

const accounts = new WeakMap<Visit, Promise<Account>>();

async function readAccount({ api, session, language, now }: Visit): Promise<Account> {
  const [me, { data: brand, response: brandResponse }, clock] = await Promise.all([
    api.users.me(),
    // The settings of the account hold in test mode, too.
    api.brands.get({ headers: liveMode }).withResponse(),
    session?.mode === 'test' ? api.testMode.getClock() : undefined,
  ]);
  const today = dayIn(brand.timezone, clock === undefined ? now : new Date(clock.now));
  return { me, brand, brandResponse, clock, today, format: newFormat(language, brand) };
}

/** Reads the person and the brand once for each request. */
export function accountOf(c: PageContext): Promise<Account> {
  const visit = visitOf(c);
  const known = accounts.get(visit) ?? readAccount(visit);
  accounts.set(visit, known);
  return known;
}

const modeForm = (c: PageContext, mode: 'live' | 'test', label: string): Html =>
  html`<form method="post" action="/console/mode" class="inline">${hidden('mode', mode)}${hidden('to', c.req.path)}
<button class="plain">${label}</button></form>`;

function bannerHtml(c: PageContext, { clock, format }: Account): Html {
  const { testBanner, testTime, advance, toLive } = visitOf(c).texts.frame;
  if (clock === undefined) return nothing;
  return html`<div class="banner" role="region" aria-label="${testBanner}"><strong>${testBanner}</strong>
<span>${testTime(format.time(clock.now))}</span> <a href="/console/test-clock">${advance}</a>${modeForm(c, 'live', toLive)}</div>`;
}

function accountHtml(c: PageContext, { me, clock }: Account): Html {
  const { frame, signIn } = visitOf(c).texts;
  const role = me.role === 'admin' ? frame.admin : frame.member;
  return html`<div class="account"><p><bdi>${me.name || me.email}</bdi><br><small>${role}</small></p>
${clock === undefined ? modeForm(c, 'test', frame.toTest) : nothing}
<form method="post" action="/console/sign-out" class="inline"><button class="plain">${signIn.out}</button></form></div>`;
}

/** Also for a form that was refused: pass `problem`. */
export async function showConsole(c: PageContext, page: PageContent): Promise<Response> {
  const account = await accountOf(c);
  return showPage(c, {
    name: account.brand.name,
    navigation: navigationOf(visitOf(c).texts),
    account: accountHtml(c, account),
    banner: bannerHtml(c, account),
    ...page,
  });
}
