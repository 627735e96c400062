// Shows and changes the commission terms of the brand and of groups of creators.
import type { TermsChange } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { section } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';
import { addTermsPage } from './terms-page.ts';

const path = '/console/settings/terms';

/** The API has no list of groups, so these are the groups of the newest creators. */
async function knownGroups(c: PageContext): Promise<readonly string[]> {
  const { data } = await visitOf(c).api.affiliates.list({ limit: 100 });
  return [...new Set(data.flatMap(({ group }) => (group === null ? [] : [group])))].toSorted();
}

async function listPage(c: PageContext): Promise<Response> {
  const { settings, terms } = visitOf(c).texts;
  // `showSettings` needs the account.
  const [groups] = await Promise.all([knownGroups(c), accountOf(c)]);
  const open = html`<form method="get" action="${path}/group" class="filters">
${field(c, { name: 'name', label: terms.group, isFilter: true, attributes: { required: true, maxlength: 50 } })}<button class="secondary">${terms.open}</button></form>`;
  const body = html`<p>${terms.intro}</p>${section(terms.ofBrand, linkButton(`${path}/brand`, terms.open, 'secondary'))}
${section(terms.ofGroups, html`${groups.map((name) => linkButton(groupPath(name), name, 'secondary'))}${open}`)}`;
  return showSettings(c, { title: settings.title, body });
}

const groupPath = (name: string): string => `${path}/group?${new URLSearchParams({ name })}`;

export function addTermsSettings(app: Pages): void {
  app.get('/console/settings/terms', listPage);
  addTermsPage(app, '/console/settings/terms/brand', (c) => {
    const { api, texts } = visitOf(c);
    const set = (change: TermsChange) => api.brands.setTerms(change);
    const owner = { title: texts.terms.ofBrand, action: `${path}/brand`, set, show: showSettings };
    return { owner, answer: api.brands.getTerms() };
  });
  addTermsPage(app, '/console/settings/terms/group', (c) => {
    const { api, texts } = visitOf(c);
    const name = c.req.query('name') ?? '';
    const set = (change: TermsChange) => api.groups.setTerms(name, change);
    const owner = { title: texts.terms.ofGroup(name), action: groupPath(name), set, show: showSettings };
    return { owner, answer: api.groups.getTerms(name) };
  });
}
