// Lists the links of a creator with their QR codes. Creates, changes and deletes a link.
import { type CreatorLink, type CreatorProfile, isApiError } from '#lib/client/index.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { type FieldOptions, field, requestId } from '#lib/pages/shared/forms.ts';
import {
  copyButton,
  emptyState,
  type Html,
  html,
  linkButton,
  notice,
  whenever,
} from '#lib/pages/shared/html.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { changesOf, once, Refusal, unlessGone } from '#lib/pages/shared/submit.ts';
import { pageOf, pages } from '#lib/pages/shared/table.ts';
import { type Page, portalPage, portalPath, statusText } from './page.ts';
import type { Run, Visit } from './visit.ts';
import { webAddress } from './web-address.ts';

const linksAtOnce = 25;

export const linksPath = (c: PageContext, rest = ''): string => portalPath(c, `/links${rest}`);

export const mayChangeLinks = ({ status, brand }: CreatorProfile): boolean =>
  status === 'active' && brand.creatorLinks;

/** The name of a link, the address and the QR code. */
export function linkWithQr({ c, texts }: Page, { name, url }: CreatorLink): Html {
  const { qr, qrLabel } = texts.portal.home;
  const label = whenever(name !== null, () => html`<strong><bdi>${name}</bdi></strong>`);
  return html`${label}<p class="copyable"><code>${url}</code>${copyButton(c, url ?? '')}</p>
<details><summary>${qr}</summary>${qrCode(url ?? '', qrLabel)}</details>`;
}

function rowHtml(page: Page, link: CreatorLink, clicks: number): Html {
  const { c, texts, profile, format } = page;
  const { portalLinks: its } = texts;
  const to = html`<p><small>${its.leadsTo} ${link.to === null ? its.landingPage : html`<bdi class="link">${link.to}</bdi>`}</small></p>`;
  const counted = html`<p>${its.clicks(format.number(clicks))}</p>`;
  const change = html`<p><a class="target" href="${linksPath(c, `/${link.id}`)}" aria-label="${its.changeOf(link.name ?? link.slug)}">${its.change}</a></p>`;
  return html`<article class="card">${linkWithQr(page, link)}${counted}${to}${whenever(mayChangeLinks(profile), () => change)}</article>`;
}

/** Without hosts of the brand, a link can lead only to its landing page. */
function fieldsHtml({ c, texts, profile }: Page, link?: CreatorLink): Html {
  const { portalLinks: its } = texts;
  const { landingHosts } = profile.brand;
  const to: FieldOptions = { hint: its.pageHint(landingHosts.join(', ')), value: link?.to, inputmode: 'url' };
  const hint = link === undefined ? its.wordHint : its.wordChangeHint;
  const slug = { hint, value: link?.slug, maxlength: 64, required: link !== undefined, spellcheck: 'false' };
  const name = { hint: its.nameHint, value: link?.name, maxlength: 100, ownError: its.nameError };
  return html`${whenever(landingHosts.length > 0, () => field(c, 'to', its.page, { ...to, maxlength: 2000 }))}
${field(c, 'slug', its.word, slug)}${field(c, 'name', its.name, name)}`;
}

function newLinkHtml(page: Page): Html {
  const { c, texts, profile } = page;
  const { portalLinks: its } = texts;
  const { campaigns } = profile;
  const options = [['', its.noCampaign] as const, ...campaigns.map(({ id, name }) => [id, name] as const)];
  const campaign = () => field(c, 'campaignId', its.campaign, { options, value: '' });
  return html`<h2>${its.create}</h2><form method="post" action="${linksPath(c)}" class="stacked">${requestId()}
${fieldsHtml(page)}${whenever(campaigns.length > 0, campaign)}<button>${its.create}</button></form>`;
}

export const linksPage = portalPage(
  ({ c, api: { creator } }) =>
    Promise.all([creator.listLinks({ limit: linksAtOnce, ...pageOf(c) }), creator.statistics()]),
  (page, [{ data, meta }, statistics]) => {
    const { c, texts, profile } = page;
    const { portalLinks: its } = texts;
    const mayChange = mayChangeLinks(profile);
    const off = whenever(!profile.brand.creatorLinks, () => notice('calm', its.off));
    const hasPages = profile.brand.landingHosts.length > 0;
    const lead = hasPages ? its.lead : its.leadOfWords;
    const none = emptyState(mayChange && hasPages ? its.empty : its.none);
    const clicks = new Map(statistics.links.map((link) => [link.linkId, link.clicks]));
    const row = (link: CreatorLink): Html => rowHtml(page, link, clicks.get(link.id) ?? 0);
    const rows = data.length === 0 ? none : html`<div class="cards">${data.map(row)}</div>`;
    const body = html`<p>${mayChange ? lead : statusText(page)}</p>${off}${whenever(mayChange, () => newLinkHtml(page))}
<h2>${its.all}</h2>${rows}${pages(c, meta.cursor)}`;
    return { title: its.title, body };
  },
);

/** The browser needs no script to ask before the link ends. */
function deletionHtml({ c, texts, id }: Page): Html {
  const { portalLinks: its } = texts;
  return html`<h2>${its.delete}</h2><p>${its.deleteLead}</p><details><summary>${its.delete}</summary>
<form method="post" action="${linksPath(c, `/${id}/delete`)}">
<p><label><input type="checkbox" name="confirm" value="delete" required>${its.deleteConfirm}</label></p>
<button class="danger">${its.deleteButton}</button></form></details>`;
}

export const linkPage = portalPage(
  ({ api, id }) => api.creator.getLink(id),
  (page, link) => {
    const { c, texts, id, profile } = page;
    const form = (): Html => html`<form method="post" action="${linksPath(c, `/${id}`)}" class="stacked">
${fieldsHtml(page, link)}<button>${texts.common.save}</button></form>${deletionHtml(page)}`;
    const back = linkButton(linksPath(c), texts.portalLinks.back, 'secondary');
    const body = html`${linkWithQr(page, link)}${whenever(mayChangeLinks(profile), form)}<p>${back}</p>`;
    return { title: texts.portalLinks.changeTitle, body };
  },
);

/** Says in the words of creators why the API has refused a link. */
async function explained<Answer>({ texts }: Visit, call: Promise<Answer>): Promise<Answer> {
  const { refusals, taken } = texts.portalLinks;
  try {
    return await call;
  } catch (error) {
    if (!isApiError(error)) throw error;
    const free = error.details[0]?.values?.join(', ') ?? '';
    if (error.code === 'tracking_code_taken') throw new Refusal(taken(free), 'slug');
    const message = refusals[error.code ?? ''];
    throw message === undefined ? error : new Refusal(message);
  }
}

export const createLink: Run = async (visit, form) => {
  const { c, api } = visit;
  const given = { ...form.optionals('slug', 'name', 'campaignId'), to: webAddress(form.optional('to')) };
  await explained(visit, api.creator.createLink(given, once(form)));
  return linksPath(c, '?done=link');
};

export const changeLink: Run = async (visit, form) => {
  const { c, api, id } = visit;
  // The field is absent if the brand has no hosts.
  const to = form.all('to').length === 0 ? {} : { to: webAddress(form.optional('to')) ?? null };
  const entered = { ...to, name: form.nullable('name'), slug: form.text('slug') };
  const changes = changesOf(await api.creator.getLink(id), entered);
  if (Object.keys(changes).length > 0) await explained(visit, api.creator.updateLink(id, changes));
  return linksPath(c, '?done=saved');
};

export const deleteLink: Run = async (visit, form) => {
  const { c, api, id } = visit;
  if (form.text('confirm') !== 'delete') return linksPath(c, `/${id}`);
  await explained(visit, unlessGone(api.creator.deleteLink(id)));
  return linksPath(c, '?done=linkDeleted');
};
