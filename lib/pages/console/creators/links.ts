// Lists the links of a creator with their QR codes. Creates, changes and deletes a link.
import type { Campaign, Link } from '#lib/client/index.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, type Visit } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { buttonForm, field, stackedForm } from '#lib/pages/shared/forms.ts';
import { buttons, copyButton, type Html, html, linkButton, section } from '#lib/pages/shared/html.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { once, unlessGone } from '#lib/pages/shared/submit.ts';
import { table } from '#lib/pages/shared/table.ts';
import { creatorPath } from './list.ts';

const path = '/console/creators/links';
const linksAtOnce = 100;
const campaignsInField = 100;
const utmNames = ['source', 'medium', 'campaign'] as const;

/** Also returns the clicks of the last 30 days, by id of the link. */
export async function readLinks({ api, id: affiliateId }: Visit) {
  const [{ data }, { groups }] = await Promise.all([
    api.links.list({ affiliateId, limit: linksAtOnce }),
    api.tracking.statistics({ affiliateId, groupBy: 'link' }),
  ]);
  return { links: data, clicks: new Map(groups?.map(({ key, clicks }) => [key, clicks])) };
}

export function linksHtml(page: Page, { links, clicks }: Awaited<ReturnType<typeof readLinks>>): Html {
  const { c, texts, id, format } = page;
  const { links: its } = texts;
  const address = ({ url }: Link): Html => html`<code>${url}</code> ${copyButton(c, url ?? '')}
<details><summary>${its.showQrCode}</summary>${qrCode(url ?? '', its.qrCode)}</details>`;
  const rows = table(c, { title: its.title, none: its.none }, links, [
    [its.name, (link) => html`<a href="${path}/${link.id}"><bdi>${link.name ?? link.slug}</bdi></a>`],
    [its.address, address],
    [its.page, ({ to }) => to ?? its.landingPage],
    [its.clicks, (link) => format.number(clicks.get(link.id) ?? 0), 'number'],
  ]);
  const create = linkButton(`${creatorPath(id)}/links`, its.create, 'secondary');
  return section(its.title, html`${rows}${create}`);
}

function fieldsHtml({ c, texts }: Page, campaigns: readonly Campaign[], link?: Link): Html {
  const { links: its } = texts;
  const options = [['', '–'] as const, ...campaigns.map(({ id, name }) => [id, name] as const)];
  const utm = utmNames.map((name) =>
    field(c, `utm.${name}`, `utm_${name}`, { value: link?.utm?.[name], maxlength: 100 }),
  );
  return html`${field(c, 'name', its.name, { hint: its.nameHint, value: link?.name, maxlength: 100 })}
${field(c, 'slug', its.slug, { hint: link ? its.slugChangeHint : its.slugHint, value: link?.slug, required: link !== undefined })}
${field(c, 'to', its.page, { hint: its.pageHint, value: link?.to, type: 'url', maxlength: 2000 })}
${field(c, 'campaignId', its.campaign, { options, value: link?.campaignId ?? '' })}
<fieldset><legend>${its.utm}</legend>${utm}</fieldset>`;
}

/** The form shows some of the parameters, and keeps the others. */
const utmIn = (form: Form, before: Link['utm'] = null) => {
  const shown = utmNames.map((name) => [name, form.optional(`utm.${name}`)] as const);
  const kept = Object.entries(before ?? {}).filter(([name]) => !utmNames.some((one) => one === name));
  return Object.fromEntries([...kept, ...shown.filter(([, text]) => text !== undefined)]);
};

const newLinkPage = consolePage(
  ({ api }) => api.campaigns.list({ limit: campaignsInField }),
  (page, { data }) => {
    const { texts, id } = page;
    const body = stackedForm(`${creatorPath(id)}/links`, fieldsHtml(page, data), texts.links.create);
    return { title: texts.links.create, body, isNarrow: true };
  },
);

const linkPage = consolePage(
  ({ api, id }) => Promise.all([api.links.get(id), api.campaigns.list({ limit: campaignsInField })]),
  (page, [link, campaigns]) => {
    const { c, texts, id } = page;
    const { links: its, common } = texts;
    const { url, slug, aliases, affiliateId, name } = link;
    const question = { confirm: its.deleteQuestion, kind: 'danger outline' };
    const earlier = aliases.length === 0 ? '–' : aliases.join(', ');
    const body = html`<p class="link"><code>${url}</code> ${copyButton(c, url ?? '')}</p>${qrCode(url ?? '', its.qrCode)}
<p>${its.aliases}: <bdi>${earlier}</bdi></p>${stackedForm(`${path}/${id}`, fieldsHtml(page, campaigns.data, link), common.save)}
${buttons(
  buttonForm(`${path}/${id}/delete`, its.delete, question),
  linkButton(creatorPath(affiliateId), its.toCreator, 'secondary'),
)}`;
    return { title: name ?? slug, body, isNarrow: true };
  },
);

export function addLinks(app: Pages): void {
  addPage(app, '/console/creators/:id/links', newLinkPage, {
    '': async ({ api, id }, form) => {
      const given = form.optionals('name', 'slug', 'to', 'campaignId');
      await api.links.create({ affiliateId: id, ...given, utm: utmIn(form) }, once(form));
      return `${creatorPath(id)}?done=saved`;
    },
  });
  addPage(app, `${path}/:id`, linkPage, {
    '': async ({ api, id }, form) => {
      const { utm } = await api.links.get(id);
      const given = form.nullables('name', 'to', 'campaignId');
      await api.links.update(id, { ...given, slug: form.text('slug'), utm: utmIn(form, utm) });
      return `${path}/${id}?done=saved`;
    },
    '/delete': async ({ api, id }) => {
      const { affiliateId } = await api.links.get(id);
      await unlessGone(api.links.delete(id));
      return `${creatorPath(affiliateId)}?done=saved`;
    },
  });
}
