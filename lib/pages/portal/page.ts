// Shows the pages of the portal, with the name and the colour of the brand.
import type { CreatorProfile, Program } from '#lib/client/index.ts';
import type { PageContext, PageHandler } from '#lib/pages/shared/context.ts';
import { type Format, newFormat } from '#lib/pages/shared/format.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { type Frame, type Link, logoHtml, type PageContent, showPage } from '#lib/pages/shared/layout.ts';
import { inLanguageOf, isSignedIn } from './session.ts';
import { type Visit, visitOf } from './visit.ts';

export const slugOf = (c: PageContext): string => c.req.param('slug') ?? '';

/** `rest` begins with a slash. */
export const portalPath = (c: PageContext, rest = ''): string =>
  `${visitOf(c).area.base}/${encodeURIComponent(slugOf(c))}${rest}`;

export interface Page extends Visit {
  readonly profile: CreatorProfile;
  readonly format: Format;
}

/** Says why new orders earn nothing. Empty for an active creator. */
export const statusText = ({ texts, profile }: Page): string =>
  texts.portal.home.status[profile.status] ?? '';

const profiles = new WeakMap<PageContext, Promise<CreatorProfile>>();

/** Reads the creator once for each request. */
function profileOf(c: PageContext): Promise<CreatorProfile> {
  const known = profiles.get(c) ?? visitOf(c).api.creator.get();
  profiles.set(c, known);
  return known;
}

type Framed = Visit & Pick<Page, 'profile'>;

function navigationOf({ c, texts: { portal } }: Framed): readonly Link[] {
  const home = portalPath(c);
  return [
    [home, portal.nav.home],
    [`${home}/links`, portal.nav.links],
    [`${home}/commissions`, portal.nav.commissions],
    [`${home}/payouts`, portal.nav.payouts],
    [`${home}/payment-details`, portal.nav.details],
    [`${home}/profile`, portal.nav.profile],
  ];
}

const accountHtml = ({ c, texts: { portal }, profile }: Framed): Html =>
  html`<div class="account"><p><bdi>${profile.name}</bdi></p>
<form method="post" action="${portalPath(c, '/sign-out')}" class="inline"><button class="plain">${portal.nav.signOut}</button></form></div>`;

const bannerHtml = ({ portal: { testMode } }: Visit['texts']): Html =>
  html`<div class="banner" role="region" aria-label="${testMode}"><strong>${testMode}</strong></div>`;

const framedBy = (page: Framed): Frame => ({
  ...page.profile.brand,
  navigation: navigationOf(page),
  account: accountHtml(page),
  banner: whenever(page.profile.mode === 'test', () => bannerHtml(page.texts)),
});

/** The page of another brand has no frame. */
export const portalFrame = async (c: PageContext): Promise<Frame | undefined> =>
  isSignedIn(c) ? framedBy({ ...visitOf(c), profile: await profileOf(c) }) : undefined;

/** Creators must be able to ask, also those who are paused. */
const contactHtml = (
  { texts }: Visit,
  { name, supportEmail }: Pick<Program, 'name' | 'supportEmail'>,
): Html =>
  whenever(supportEmail !== null, () => {
    const address = html`<a class="target" href="mailto:${supportEmail}">${supportEmail}</a>`;
    return html`<p class="contact screen">${texts.portal.contact(name)} ${address}</p>`;
  });

/** A page reads its data beside the creator, whom the reading can await, too. */
export const portalPage =
  <Data>(
    read: (visit: Visit, creator: Promise<CreatorProfile>) => Data | Promise<Data>,
    show: (page: Page, data: Data) => PageContent,
  ): PageHandler =>
  async (c) => {
    const visit = visitOf(c);
    const creator = profileOf(c);
    const [profile, data] = await Promise.all([creator, read(visit, creator)]);
    const again = await inLanguageOf(c, profile);
    if (again !== undefined) return again;
    const { currency, brand } = profile;
    const format = newFormat(visit.language, { currency, timezone: brand.timezone });
    const page = { ...visit, profile, format };
    const content = show(page, data);
    const body = html`${content.body}${contactHtml(visit, brand)}`;
    return showPage(c, { ...framedBy(page), ...content, body });
  };

/** A page before the sign-in. Everybody may see the program. A slug of no brand is a 404. */
export const publicPage =
  (show: (visit: Visit, program: Program) => PageContent): PageHandler =>
  async (c) => {
    const visit = visitOf(c);
    const program = await visit.api.programs.get(slugOf(c));
    const { name, color, logoUrl } = program;
    const content = show(visit, program);
    const body = html`<p class="program">${logoHtml(logoUrl)}<small>${visit.texts.portal.program(name)}</small></p>${content.body}${contactHtml(visit, program)}`;
    return showPage(c, { isNarrow: true, name, color, ...content, body });
  };
