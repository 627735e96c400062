// Shows a page of the portal, with the name and the colour of the brand.
import type { CreatorProfile, Program } from '#lib/client/index.ts';
import { type PageContext, type Visit, visitOf } from '#lib/pages/shared/context.ts';
import { type Format, newFormat } from '#lib/pages/shared/format.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { type NavigationItem, type PageContent, showPage } from '#lib/pages/shared/layout.ts';
import { inLanguageOf } from './session.ts';

export const slugOf = (c: PageContext): string => c.req.param('slug') ?? '';

/** `rest` begins with a slash. */
export const portalPath = (c: PageContext, rest = ''): string =>
  `${visitOf(c).area.base}/${encodeURIComponent(slugOf(c))}${rest}`;

export interface Creator {
  readonly profile: CreatorProfile;
  readonly format: Format;
}

const creators = new WeakMap<Visit, Promise<Creator>>();

async function readCreator({ api, language }: Visit): Promise<Creator> {
  const profile = await api.creator.get();
  const { currency, brand } = profile;
  return { profile, format: newFormat(language, { currency, timezone: brand.timezone }) };
}

/** Reads the creator once for each request. */
export function creatorOf(c: PageContext): Promise<Creator> {
  const visit = visitOf(c);
  const known = creators.get(visit) ?? readCreator(visit);
  creators.set(visit, known);
  return known;
}

/** Reads the data of a page beside the creator. */
export const withCreator = <Data>(
  c: PageContext,
  data: Promise<Data>,
): Promise<readonly [Creator, Awaited<Data>]> => Promise.all([creatorOf(c), data]);

function navigationOf(c: PageContext): readonly NavigationItem[] {
  const { nav } = visitOf(c).texts.portal;
  const home = portalPath(c);
  return [
    { path: home, label: nav.home },
    { path: `${home}/commissions`, label: nav.commissions },
    { path: `${home}/payouts`, label: nav.payouts },
    { path: `${home}/payment-details`, label: nav.details },
    { path: `${home}/profile`, label: nav.profile },
  ];
}

function accountHtml(c: PageContext, { profile }: Creator): Html {
  const { signOut } = visitOf(c).texts.portal.nav;
  return html`<div class="account"><p><bdi>${profile.name}</bdi></p>
<form method="post" action="${portalPath(c, '/sign-out')}" class="inline"><button class="plain">${signOut}</button></form></div>`;
}

function bannerHtml(c: PageContext): Html {
  const { testMode } = visitOf(c).texts.portal;
  return html`<div class="banner" role="region" aria-label="${testMode}"><strong>${testMode}</strong></div>`;
}

/** Also for a form that was refused: pass `problem`. */
export async function showPortal(c: PageContext, page: PageContent): Promise<Response> {
  const creator = await creatorOf(c);
  const { brand, mode } = creator.profile;
  const again = await inLanguageOf(c, creator.profile);
  if (again !== undefined) return again;
  return showPage(c, {
    name: brand.name,
    color: brand.color ?? undefined,
    navigation: navigationOf(c),
    account: accountHtml(c, creator),
    banner: whenever(mode === 'test', () => bannerHtml(c)),
    ...page,
  });
}

const programs = new WeakMap<Visit, Promise<Program>>();

/** Everybody may see it. A slug of no brand is a 404. */
export function programOf(c: PageContext): Promise<Program> {
  const visit = visitOf(c);
  const known = programs.get(visit) ?? visit.api.programs.get(slugOf(c));
  programs.set(visit, known);
  return known;
}

/** Shows a page before the sign-in. */
export async function showPublic(c: PageContext, page: PageContent): Promise<Response> {
  const { name, color } = await programOf(c);
  const body = html`<p><small>${visitOf(c).texts.portal.program(name)}</small></p>${page.body}`;
  return showPage(c, { isNarrow: true, name, color: color ?? undefined, ...page, body });
}
