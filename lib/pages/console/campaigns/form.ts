// Creates and changes campaigns.
import type { Campaign } from '#lib/client/index.ts';
import { oneOf, rateFields, rateIn } from '#lib/pages/console/inputs.ts';
import { consolePage, type Page, plainPage } from '#lib/pages/console/page.ts';
import type { Run } from '#lib/pages/console/visit.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, optionsOf, requestId, versionField } from '#lib/pages/shared/forms.ts';
import { buttons, type Html, html, linkButton } from '#lib/pages/shared/html.ts';
import { changesOf, ifUnchanged, once } from '#lib/pages/shared/submit.ts';
import { campaignPath, statuses } from './list.ts';

const startStatuses = ['draft', 'active'] as const;

function fieldsHtml({ c, texts: { campaigns: its } }: Page, campaign?: Campaign): Html {
  const { name, status, startDate = null, endDate = null, commission: rate } = campaign ?? {};
  const { landingUrl = null, attributionWindowDays: days = null } = campaign ?? {};
  const options = optionsOf(its.statuses, [...(campaign === undefined ? startStatuses : statuses)]);
  const url = { type: 'url', placeholder: 'https://' };
  return html`${field(c, 'name', its.name, { value: name, required: true, maxlength: 200 })}
${field(c, 'status', its.status, { hint: its.statusHint, value: status, options })}
<div class="grid">${field(c, 'startDate', its.start, { value: startDate, type: 'date' })}
${field(c, 'endDate', its.end, { value: endDate, type: 'date' })}</div>
${field(c, 'landingUrl', its.landingUrl, { hint: its.landingUrlHint, value: landingUrl, ...url })}
${rateFields(c, 'commission', { label: its.rate, otherwise: its.otherwise, rate })}
${field(c, 'attributionWindowDays', its.window, { hint: its.windowHint, value: days, inputmode: 'numeric' })}`;
}

const changesIn = (form: Form) => ({
  name: form.text('name'),
  ...form.nullables('startDate', 'endDate', 'landingUrl'),
  commission: rateIn(form, 'commission'),
  attributionWindowDays: form.numberOrNull('attributionWindowDays'),
});

export const newCampaignPage = plainPage((page) => {
  const { create } = page.texts.campaigns;
  const body = html`<form method="post">${requestId()}${fieldsHtml(page)}<button>${create}</button></form>`;
  return { title: create, body, isNarrow: true };
});

export const createCampaign: Run = async ({ api }, form) => {
  const input = { ...changesIn(form), status: oneOf(form.text('status'), startStatuses) };
  const { id } = await api.campaigns.create(input, once(form));
  return `${campaignPath(id)}?done=campaignCreated`;
};

export const changeCampaignPage = consolePage(
  ({ api, id }) => api.campaigns.get(id).withResponse(),
  (page, { data: campaign, response }) => {
    const { c, texts, id } = page;
    const { campaigns, common } = texts;
    const cancel = linkButton(campaignPath(id), common.cancel, 'secondary');
    const body = html`<form method="post">${versionField(c, response)}${fieldsHtml(page, campaign)}
${buttons(html`<button>${common.save}</button>`, cancel)}</form>`;
    return { title: campaigns.changeTitle(campaign.name), body, isNarrow: true };
  },
);

/** Sends only what has changed, because the API refuses some fields of a campaign that has ended. */
export const changeCampaign: Run = async ({ api: { campaigns }, id }, form) => {
  const before = await campaigns.get(id);
  const status = oneOf(form.text('status'), statuses) ?? before.status;
  const changes = changesOf(before, { ...changesIn(form), status: status as 'active' });
  if (Object.keys(changes).length > 0) await campaigns.update(id, changes, ifUnchanged(form));
  return `${campaignPath(id)}?done=saved`;
};
