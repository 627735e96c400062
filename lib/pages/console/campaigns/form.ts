// Creates and changes campaigns.

import type { Campaign, CampaignChanges } from '#lib/client/index.ts';
import { numberIn, oneOf, rateFields, rateIn } from '#lib/pages/console/input.ts';
import { idIn } from '#lib/pages/console/inputs.ts';
import { showConsole } from '#lib/pages/console/show.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, once, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { ifUnchanged, versionField } from '#lib/pages/shared/versions.ts';
import { campaignPath, statuses } from './list.ts';

const startStatuses = ['draft', 'active'] as const;

function fieldsHtml(c: PageContext, campaign: Campaign | undefined, problem: Problem | undefined): Html {
  const { campaigns } = visitOf(c).texts;
  const options = (campaign === undefined ? startStatuses : statuses).map(
    (one) => [one, campaigns.statuses[one] ?? one] as const,
  );
  const { name, status, startDate, endDate, landingUrl, commission, attributionWindowDays } = campaign ?? {};
  return html`${field(c, { name: 'name', label: campaigns.name, value: name, problem, attributes: { required: true, maxlength: 200 } })}
${field(c, { name: 'status', label: campaigns.status, hint: campaigns.statusHint, value: status, options, problem })}
<div class="grid">${field(c, { name: 'startDate', label: campaigns.start, value: startDate ?? '', problem, attributes: { type: 'date' } })}
${field(c, { name: 'endDate', label: campaigns.end, value: endDate ?? '', problem, attributes: { type: 'date' } })}</div>
${field(c, {
  ...{
    name: 'landingUrl',
    label: campaigns.landingUrl,
    hint: campaigns.landingUrlHint,
    value: landingUrl ?? '',
  },
  ...{ problem, attributes: { type: 'url', placeholder: 'https://' } },
})}
${rateFields(c, { name: 'commission', label: campaigns.rate, otherwise: campaigns.otherwise, rate: commission, problem })}
${field(c, {
  ...{ name: 'attributionWindowDays', label: campaigns.window, hint: campaigns.windowHint },
  ...{ value: attributionWindowDays ?? '', problem, attributes: { inputmode: 'numeric' } },
})}`;
}

function changesIn(form: Form) {
  const window = form.optional('attributionWindowDays');
  return {
    name: form.text('name'),
    startDate: form.optional('startDate') ?? null,
    endDate: form.optional('endDate') ?? null,
    landingUrl: form.optional('landingUrl') ?? null,
    commission: rateIn(form, 'commission'),
    attributionWindowDays: window === undefined ? null : numberIn(window),
  };
}

export function newCampaignPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { campaigns } = visitOf(c).texts;
  const body = html`<form method="post">${requestId()}${fieldsHtml(c, undefined, problem)}
<button>${campaigns.create}</button></form>`;
  return showConsole(c, { title: campaigns.create, body, problem, isNarrow: true });
}

export const createCampaign = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      const input = { ...changesIn(form), status: oneOf(form.text('status'), startStatuses) };
      const { id } = await visitOf(c).api.campaigns.create(input, once(form));
      return `${campaignPath(id)}?done=campaignCreated`;
    },
    again: (problem) => newCampaignPage(c, problem),
  });

export async function changeCampaignPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { campaigns, common } = texts;
  const { data: campaign, response } = await api.campaigns.get(idIn(c)).withResponse();
  const body = html`<form method="post">${versionField(response, problem)}${fieldsHtml(c, campaign, problem)}
<div class="buttons"><button>${common.save}</button>${linkButton(campaignPath(campaign.id), common.cancel, 'secondary')}</div></form>`;
  return showConsole(c, { title: campaigns.changeTitle(campaign.name), body, problem, isNarrow: true });
}

/** Sends only what has changed, because the API refuses some fields of a campaign that has ended. */
export const changeCampaign = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async (form) => {
      const { campaigns } = visitOf(c).api;
      const before = await campaigns.get(idIn(c));
      const after = { ...changesIn(form), status: oneOf(form.text('status'), statuses) ?? before.status };
      const changes: CampaignChanges = Object.fromEntries(
        Object.entries(after).filter(
          ([name, value]) => JSON.stringify(before[name as keyof typeof after]) !== JSON.stringify(value),
        ),
      );
      if (Object.keys(changes).length > 0) await campaigns.update(before.id, changes, ifUnchanged(form));
      return `${campaignPath(before.id)}?done=saved`;
    },
    again: (problem) => changeCampaignPage(c, problem),
  });
