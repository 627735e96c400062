// Changes the settings of the brand, with a form for each subject.
import type { Affiliate, Client } from '#lib/client/index.ts';
import { creatorLink } from '#lib/pages/console/creators/list.ts';
import { accountOf, consolePage, type Page } from '#lib/pages/console/page.ts';
import { addPage, formHandler } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { publicUrl } from '#lib/pages/shared/environment.ts';
import { boxes, field, optionsOf, stackedForm, versionField } from '#lib/pages/shared/forms.ts';
import { copyButton, type Html, html, nothing, section, whenever } from '#lib/pages/shared/html.ts';
import { ifUnchanged, recover } from '#lib/pages/shared/submit.ts';
import { table } from '#lib/pages/shared/table.ts';
import { inSettings, path } from './frame.ts';
import { addFraudRules, fraudSection } from './fraud-rules.ts';
import { addLinkDomain, linkDomainSection } from './link-domain.ts';
import { addLogo, logoSection } from './logo.ts';
import { changesIn, type Kind, type SettingsTab, settingOf, subjects } from './subjects.ts';

function optionsFor({ texts: { brand: its } }: Page, name: string, kind: Kind, value: string) {
  if (kind === 'choice' || kind === 'switch') return optionsOf(its.choices[name] ?? {});
  if (kind !== 'timezone') return undefined;
  const zones = new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
}

function settingField(page: Page, name: string, kind: Kind): Html {
  const { c, texts, brand } = page;
  // The names of utm parameters are the same in all languages.
  const [label = name.replace('defaultUtm.', 'utm_'), hint = ''] = texts.brand.fields[name] ?? [];
  const value = settingOf(brand, name, kind);
  if (kind === 'kinds') {
    const options = optionsOf(texts.brand.choices[name] ?? {});
    const off = value.split('\n');
    const on = options.map(([one]) => one).filter((one) => !off.includes(one));
    return boxes(c, name, label, { options, on });
  }
  const isNumber = kind === 'number' || kind === 'optionalNumber';
  return field(c, name, label, {
    ...{ hint, value },
    options: optionsFor(page, name, kind, value),
    isLong: kind === 'lines',
    type: isNumber ? 'number' : undefined,
    step: isNumber ? 'any' : undefined,
    required: kind === 'text' || kind === 'number' || kind === 'account',
  });
}

/** Only the form that was sent shows its problem, and keeps its version. */
function subjectHtml(page: Page, subject: string): Html {
  const { c, texts, brand, brandResponse, isAdmin, problem } = page;
  const { payoutAccount: account } = brand;
  const action = `${path}/brand/${subject}`;
  c.set('problem', c.req.path === action ? problem : undefined);
  const settings = Object.entries(subjects[subject]?.settings ?? {});
  const fields = [
    versionField(c, brandResponse),
    ...settings.map(([name, kind]) => settingField(page, name, kind)),
  ];
  c.set('problem', problem);
  const intro =
    subject === 'account' && account !== null
      ? html`<p>${texts.brand.accountNow(`${account.iban}, ${account.name}`)}</p>`
      : nothing;
  const form = isAdmin
    ? stackedForm(action, html`${fields}`, texts.common.save)
    : html`<form class="stacked"><fieldset disabled>${fields}</fieldset></form>`;
  const body = html`${intro}${form}`;
  return section(texts.brand.subjects[subject] ?? subject, body, subject);
}

/** The address of the portal. */
function portalHtml({ c, texts: { portalSettings: its, applicants }, brand }: Page): Html {
  const address = `${new URL(publicUrl()).origin}/creators/${brand.slug}`;
  const link = (url: string): Html =>
    html`<p class="link"><a href="${url}">${url}</a> ${copyButton(c, url)}</p>`;
  const join =
    brand.portal.applications === 'closed'
      ? html`<p>${its.closedHint}</p>`
      : html`<p>${its.joinHint}</p>${link(`${address}/join`)}`;
  return section(
    its.address,
    html`<p>${its.addressHint}</p>${link(address)}${join}
<p><a href="/console/creators/applicants">${applicants.title}</a></p>`,
  );
}

/** The service itself makes few other changes of creators. */
const newestChanges = 100;
const shown = 25;

/** The API has no list of the creators whose e-mails do not arrive, so the audit trail tells whose e-mails were stopped. */
async function readUndelivered({ affiliates, audit }: Client): Promise<readonly Affiliate[]> {
  const changes = { actorId: 'service', type: ['affiliate.updated' as const], limit: newestChanges };
  const { data } = await audit.list(changes);
  const stopped = data.filter(({ changes: { mailStatus } }) => mailStatus !== undefined);
  const ids = [...new Set(stopped.map(({ resourceId }) => resourceId))].slice(0, shown);
  const creatorOf = (id: string): Promise<readonly Affiliate[]> =>
    recover(
      affiliates.get(id).then((creator) => [creator]),
      ['affiliate_not_found'],
      () => [],
    );
  const found = await Promise.all(ids.map(creatorOf));
  return found.flat().filter(({ mailStatus }) => mailStatus !== 'ok');
}

function undeliveredHtml({ c, texts }: Page, rows: readonly Affiliate[]): Html {
  const { mailSettings: its, creators } = texts;
  const list = table(c, { title: its.undelivered, none: its.none }, rows, [
    [its.creator, (row) => creatorLink(texts, row)],
    [creators.email, ({ email }) => email],
    [its.why, ({ mailStatus }) => its.statuses[mailStatus] ?? mailStatus],
  ]);
  return section(its.undelivered, html`<p>${its.undeliveredHint}</p>${list}`);
}

const brandPage = (tab: SettingsTab): PageHandler =>
  consolePage(
    async ({ c, api }) =>
      tab === 'mails' && (await accountOf(c)).isAdmin ? readUndelivered(api) : undefined,
    (page, undelivered) => {
      const names = Object.keys(subjects).filter((name) => subjects[name]?.tab === tab);
      const body = html`${tab === 'portal' ? portalHtml(page) : nothing}${names.map((name) => subjectHtml(page, name))}${whenever(tab === '', () => html`${linkDomainSection(page)}${fraudSection(page)}${logoSection(page)}`)}
${undelivered === undefined ? nothing : undeliveredHtml(page, undelivered)}`;
      return { title: page.texts.settings.title, body };
    },
    inSettings,
  );

const pathOf = (tab: SettingsTab): string => (tab === '' ? path : `${path}/${tab}`);

export function addBrandSettings(app: Pages): void {
  for (const tab of ['', 'portal', 'mails'] as const) addPage(app, pathOf(tab), brandPage(tab));
  addLogo(app, brandPage(''));
  addLinkDomain(app, brandPage(''));
  addFraudRules(app, brandPage(''));
  for (const [name, { tab }] of Object.entries(subjects))
    app.post(
      `${path}/brand/${name}`,
      formHandler(brandPage(tab), async (visit, form) => {
        await visit.api.brands.update(changesIn(visit, form, name), ifUnchanged(form));
        return `${pathOf(tab)}?done=saved`;
      }),
    );
}
