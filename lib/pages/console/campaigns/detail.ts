// Shows a campaign with its figures and members, and deletes a draft.
import type { Affiliate, Campaign } from '#lib/client/index.ts';
import { creatorLink, statusBadge } from '#lib/pages/console/creators/list.ts';
import { termsHtml } from '#lib/pages/console/creators/terms.ts';
import { findCreator, pageQuery, rateText } from '#lib/pages/console/input.ts';
import { handleForm, idIn } from '#lib/pages/console/inputs.ts';
import { performanceHtml, readPerformance } from '#lib/pages/console/performance.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import { facts, linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { buttonForm, field, hidden, type Problem, readForm, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { pages, table } from '#lib/pages/shared/table.ts';
import { campaignBadge, campaignPath, campaignsPage, daysOf } from './list.ts';

function aboutHtml(c: PageContext, campaign: Campaign, format: Format): Html {
  const { texts } = visitOf(c);
  const { campaigns } = texts;
  const { landingUrl, commission, attributionWindowDays: days, creatorsCount } = campaign;
  return facts([
    [campaigns.status, campaignBadge(texts, campaign)],
    [campaigns.runsNow, campaign.isRunning ? texts.creators.yes : texts.creators.no],
    [campaigns.days, daysOf(texts, campaign, format)],
    [campaigns.rate, commission === null ? campaigns.otherwise : rateText(format, commission)],
    [campaigns.window, days === null ? '–' : format.number(days)],
    [campaigns.creators, format.number(creatorsCount)],
    [
      campaigns.landingUrl,
      landingUrl === null ? '–' : html`<a href="${landingUrl}" rel="noreferrer">${landingUrl}</a>`,
    ],
  ]);
}

interface Members {
  readonly rows: readonly Affiliate[];
  readonly cursor: string | null;
}

function membersHtml(c: PageContext, id: string, { rows, cursor }: Members, problem?: Problem): Html {
  const { texts } = visitOf(c);
  const { campaigns, creators, input } = texts;
  const action = `${campaignPath(id)}/members`;
  const list = table(c, {
    caption: campaigns.members,
    rows,
    empty: campaigns.noMembers,
    columns: [
      { title: creators.name, cell: (row) => html`<div>${creatorLink(texts, row)}</div>` },
      { title: creators.status, cell: (row) => statusBadge(texts, row.status) },
      {
        title: campaigns.remove,
        cell: (row) =>
          buttonForm(`${action}/remove`, campaigns.remove, {
            fields: hidden('affiliateId', row.id),
            confirm: campaigns.removeQuestion,
            kind: 'secondary outline',
          }),
      },
    ],
  });
  return html`<h2>${campaigns.members}</h2>${list}${pages(c, cursor)}
<form method="post" action="${action}" class="filters">${field(c, {
    ...{ name: 'creator', label: campaigns.addMember, hint: input.creatorHint, problem },
    attributes: { required: true },
  })}<button class="secondary">${campaigns.add}</button></form>`;
}

export async function campaignPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { campaigns, creators } = texts;
  const id = idIn(c);
  const [{ format }, campaign, report, members, terms] = await Promise.all([
    accountOf(c),
    api.campaigns.get(id),
    readPerformance(c, { campaignId: id }),
    api.affiliates.list({ ...pageQuery(c), campaignId: id }),
    api.campaigns.getTerms(id),
  ]);
  const remove =
    campaign.status === 'draft'
      ? buttonForm(`${campaignPath(id)}/delete`, campaigns.deleteDraft, {
          ...{ confirm: campaigns.deleteQuestion, kind: 'secondary outline' },
        })
      : nothing;
  const actions = html`<div class="buttons">${remove}${linkButton(`${campaignPath(id)}/change`, campaigns.change)}</div>`;
  const body = html`${aboutHtml(c, campaign, format)}${performanceHtml(c, report, format)}
${membersHtml(c, id, { rows: members.data, cursor: members.meta.cursor }, problem)}
<h2>${creators.terms}</h2>${terms.terms === null ? html`<p>${campaigns.noTerms}</p>` : termsHtml(c, terms, format)}
<p>${linkButton(`${campaignPath(id)}/terms`, creators.changeTerms, 'secondary')}</p><p><a href="/console/orders?campaignId=${id}">${campaigns.orders}</a></p>`;
  return showConsole(c, { title: campaign.name, actions, body, problem });
}

export async function addMember(c: PageContext): Promise<Response> {
  const { api, texts } = visitOf(c);
  const form = await readForm(c);
  const creator = await findCreator(api, form.text('creator'));
  const again = (problem: Problem) => campaignPage(c, problem);
  if (creator === undefined) {
    const message = texts.input.unknownCreator;
    return again({ message, status: 400, fields: new Map([['creator', message]]), form });
  }
  const run = async (): Promise<string> => {
    await api.campaigns.addMember(idIn(c), creator.id);
    return `${campaignPath(idIn(c))}?done=saved`;
  };
  return submit(c, { run, again });
}

export const removeMember = handleForm(campaignPage, async (c, form) => {
  await visitOf(c).api.campaigns.removeMember(idIn(c), form.text('affiliateId'));
  return `${campaignPath(idIn(c))}?done=saved`;
});

export const deleteDraft = (c: PageContext): Promise<Response> =>
  submit(c, {
    run: async () => {
      await visitOf(c).api.campaigns.delete(idIn(c));
      return '/console/campaigns?done=campaignDeleted';
    },
    again: (problem) => (problem.status === 404 ? campaignsPage(c) : campaignPage(c, problem)),
  });
