// Shows and changes the commission terms of the brand and of groups of creators.
import type { TermsAnswer, TermsChange } from '#lib/client/index.ts';
import { dayStart } from '#lib/foundation/shared/time-zones.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { buttonForm, type Form, field, hidden, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { table } from '#lib/pages/shared/table.ts';
import { addForm, section, stackedForm } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';
import { termsFields } from './terms-form.ts';
import { termsIn } from './terms-input.ts';

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

/** The brand, or a group with this name. */
type Owner = string | undefined;

const ownerOf = (c: PageContext): Owner =>
  c.req.path === `${path}/group` ? (c.req.query('name') ?? '') : undefined;

async function historyHtml(c: PageContext, { versions }: TermsAnswer): Promise<Html> {
  const { terms } = visitOf(c).texts;
  const { format } = await accountOf(c);
  const rateText = (rate: { type: string; value: number }) =>
    rate.type === 'fixed' ? format.money(rate.value) : format.share(rate.value / 100);
  return table(c, {
    caption: terms.history,
    rows: versions,
    empty: terms.none,
    columns: [
      { title: terms.validFrom, cell: (version) => format.time(version.validFrom) },
      {
        title: terms.rate,
        cell: ({ terms: its }) =>
          its === null ? terms.simple : terms.summary(rateText(its.rate), its.rules.length),
      },
    ],
  });
}

async function termsPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const owner = ownerOf(c);
  const [, answer] = await Promise.all([
    accountOf(c),
    owner === undefined ? api.brands.getTerms() : api.groups.getTerms(owner),
  ]);
  const action = owner === undefined ? `${path}/brand` : groupPath(owner);
  const its = texts.terms;
  const begin = field(c, {
    name: 'validFrom',
    label: its.validFrom,
    hint: its.validFromHint,
    problem,
    attributes: { type: 'date' },
  });
  const form = stackedForm(action, html`${termsFields(c, answer.terms, problem)}${begin}`, texts.common.save);
  const end = whenever(answer.terms !== null, () =>
    buttonForm(action, its.remove, {
      fields: hidden('remove', '1'),
      confirm: its.removeConfirm,
      kind: 'secondary outline',
    }),
  );
  const title = owner === undefined ? its.ofBrand : its.ofGroup(owner);
  const body = html`<p>${its.priority}</p>${form}${end}${section(its.history, await historyHtml(c, answer))}`;
  return showSettings(c, { title, body, problem });
}

async function save(c: PageContext, form: Form): Promise<string> {
  const { api } = visitOf(c);
  const owner = ownerOf(c);
  const { brand } = await accountOf(c);
  const day = form.optional('validFrom');
  const change: TermsChange = {
    terms: form.optional('remove') === undefined ? termsIn(form) : null,
    ...(day !== undefined && { validFrom: dayStart(brand.timezone, day).toISOString() }),
  };
  await (owner === undefined ? api.brands.setTerms(change) : api.groups.setTerms(owner, change));
  return owner === undefined ? `${path}/brand?done=saved` : `${groupPath(owner)}&done=saved`;
}

export function addTermsSettings(app: Pages): void {
  app.get('/console/settings/terms', listPage);
  for (const owner of ['/console/settings/terms/brand', '/console/settings/terms/group']) {
    app.get(owner, (c) => termsPage(c));
    addForm(app, owner, save, termsPage);
  }
}
