// Shows a campaign with its figures and members, and deletes a draft.
import type { Affiliate, AffiliateList, Campaign } from '#lib/client/index.ts';
import {
  creatorField,
  enteredCreator,
  type Offer,
  offerCreators,
} from '#lib/pages/console/creators/entered.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { pageQuery } from '#lib/pages/console/inputs.ts';
import { performanceHtml, readPerformance } from '#lib/pages/console/overview/performance.ts';
import { consolePage, type Page } from '#lib/pages/console/page.ts';
import { termsHtml } from '#lib/pages/console/terms/summary.ts';
import { addPage, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { buttonForm, hidden } from '#lib/pages/shared/forms.ts';
import {
  buttons,
  facts,
  type Html,
  html,
  linkButton,
  statusBadge,
  whenever,
} from '#lib/pages/shared/html.ts';
import { unlessGone } from '#lib/pages/shared/submit.ts';
import { listHtml } from '#lib/pages/shared/table.ts';
import { campaignPath, daysOf } from './list.ts';

function aboutHtml(page: Page, campaign: Campaign): Html {
  const { texts, format } = page;
  const { campaigns: its, creators } = texts;
  const { status, isRunning, landingUrl: url, commission, attributionWindowDays, creatorsCount } = campaign;
  return facts([
    [its.status, statusBadge(its.statuses, status)],
    [its.runsNow, isRunning ? creators.yes : creators.no],
    [its.days, daysOf(page, campaign)],
    [its.rate, commission === null ? its.otherwise : format.rate(commission)],
    [its.window, format.number(attributionWindowDays)],
    [its.creators, format.number(creatorsCount)],
    [its.landingUrl, url === null ? '–' : html`<a href="${url}" rel="noreferrer">${url}</a>`],
  ]);
}

function membersHtml({ c, texts, id }: Page, members: AffiliateList, offer: Offer): Html {
  const { campaigns: its, creators } = texts;
  const action = `${campaignPath(id)}/members`;
  const remove = (row: Affiliate): Html =>
    buttonForm(`${action}/remove`, its.remove, {
      fields: hidden('affiliateId', row.id),
      confirm: its.removeQuestion,
      kind: 'secondary outline',
    });
  const list = listHtml(c, { title: its.members, none: its.noMembers }, members, [
    [creators.name, (row) => html`<div>${creatorLink(texts, row)}</div>`],
    [creators.status, ({ status }) => statusBadge(creators.statuses, status)],
    [its.remove, remove],
  ]);
  return html`<h2>${its.members}</h2>${list}<form method="post" action="${action}" class="filters">
${creatorField(c, 'creator', its.addMember, offer)}<button class="secondary">${its.add}</button></form>`;
}

const campaignPage = consolePage(
  (visit) => {
    const { c, api, id } = visit;
    return Promise.all([
      api.campaigns.get(id),
      readPerformance(visit, { campaignId: id }),
      api.affiliates.list({ ...pageQuery(c), campaignId: id }),
      api.campaigns.getTerms(id),
      offerCreators(visit),
    ]);
  },
  (page, [campaign, report, members, terms, offer]) => {
    const { texts, id } = page;
    const { campaigns: its, creators } = texts;
    const path = campaignPath(id);
    const remove = whenever(campaign.status === 'draft', () =>
      buttonForm(`${path}/delete`, its.deleteDraft, {
        confirm: its.deleteQuestion,
        kind: 'secondary outline',
      }),
    );
    const body = html`${aboutHtml(page, campaign)}${performanceHtml(page, report)}${membersHtml(page, members, offer)}
<h2>${creators.terms}</h2>${terms.terms === null ? html`<p>${its.noTerms}</p>` : termsHtml(page, terms)}
<p>${linkButton(`${path}/terms`, creators.changeTerms, 'secondary')}</p><p><a href="/console/orders?campaignId=${id}">${its.orders}</a></p>`;
    const actions = buttons(remove, linkButton(`${path}/change`, its.change));
    return { title: campaign.name, actions, body };
  },
);

const addMember: Run = async (visit, form) => {
  const { api, id } = visit;
  await api.campaigns.addMember(id, (await enteredCreator(visit, form, 'creator')).id);
  return `${campaignPath(id)}?done=saved`;
};

const removeMember: Run = async ({ api, id }, form) => {
  await api.campaigns.removeMember(id, form.text('affiliateId'));
  return `${campaignPath(id)}?done=saved`;
};

const deleteDraft: Run = async ({ api, id }) => {
  await unlessGone(api.campaigns.delete(id));
  return '/console/campaigns?done=campaignDeleted';
};

export const addCampaign = (app: Pages): void =>
  addPage(app, '/console/campaigns/:id', campaignPage, {
    '/members': addMember,
    '/members/remove': removeMember,
    '/delete': deleteDraft,
  });
