// Adds the pages of commission terms: of the brand, a group, a campaign and a creator.
import { campaignPath } from '#lib/pages/console/campaigns/list.ts';
import { creatorPath, nameOf } from '#lib/pages/console/creators/list.ts';
import { consolePage } from '#lib/pages/console/page.ts';
import { inSettings } from '#lib/pages/console/settings/frame.ts';
import { addPage } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { html, linkButton, section } from '#lib/pages/shared/html.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { addTermsPage } from './page.ts';

const path = '/console/settings/terms';

const groupPath = (name: string): string => pathWith(`${path}/group`, { name });

/** The API has no list of groups, so the page shows the groups of the newest creators. */
const listPage = consolePage(
  ({ api }) => api.affiliates.list({ limit: 100 }),
  ({ c, texts: { settings, terms: its } }, { data }) => {
    const groups = new Set(data.flatMap(({ group }) => (group === null ? [] : [group])));
    const links = [...groups].toSorted().map((name) => linkButton(groupPath(name), name, 'secondary'));
    const open = html`<form method="get" action="${path}/group" class="filters">
${field(c, 'name', its.group, { isFilter: true, required: true, maxlength: 50 })}<button class="secondary">${its.open}</button></form>`;
    const body = html`<p>${its.intro}</p>${section(its.ofBrand, linkButton(`${path}/brand`, its.open, 'secondary'))}
${section(its.ofGroups, html`${links}${open}`)}`;
    return { title: settings.title, body };
  },
  inSettings,
);

export function addTerms(app: Pages): void {
  addPage(app, path, listPage);
  addTermsPage(
    app,
    `${path}/brand`,
    ({ api, texts }) => ({
      read: () => api.brands.getTerms(),
      set: (change) => api.brands.setTerms(change),
      title: () => texts.terms.ofBrand,
      action: `${path}/brand`,
    }),
    inSettings,
  );
  addTermsPage(
    app,
    `${path}/group`,
    ({ c, api, texts }) => {
      const name = c.req.query('name') ?? '';
      return {
        read: () => api.groups.getTerms(name),
        set: (change) => api.groups.setTerms(name, change),
        title: () => texts.terms.ofGroup(name),
        action: groupPath(name),
      };
    },
    inSettings,
  );
  addTermsPage(app, '/console/campaigns/:id/terms', ({ api, texts, id }) => ({
    read: () => api.campaigns.getTerms(id),
    set: (change) => api.campaigns.setTerms(id, change),
    title: async () => texts.terms.of((await api.campaigns.get(id)).name),
    action: `${campaignPath(id)}/terms`,
  }));
  addTermsPage(app, '/console/creators/:id/terms', ({ api, texts, id }) => ({
    read: () => api.affiliates.getTerms(id),
    set: (change) => api.affiliates.setTerms(id, change),
    title: async () => texts.terms.of(nameOf(texts, await api.affiliates.get(id))),
    action: `${creatorPath(id)}/terms`,
  }));
}
