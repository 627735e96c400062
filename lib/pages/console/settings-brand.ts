// Changes the settings of the brand, with a form for each subject.
import type { Brand } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, type Problem, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { enteredIn, originalHtml } from '#lib/pages/shared/newest.ts';
import { ifUnchanged, versionField } from '#lib/pages/shared/versions.ts';
import { isSubject, type SubjectName, subjects } from './brand-subjects.ts';
import { boxes, optionsOf, section, stackedForm } from './inputs.ts';
import type { Setting, SettingsTab, Subject } from './setting.ts';
import { showSettings } from './settings-frame.ts';
import { mailsHtml } from './settings-mails.ts';
import { portalHtml } from './settings-portal.ts';
import { accountOf } from './show.ts';

type Texts = ReturnType<typeof visitOf>['texts'];

function optionsFor({ name, kind }: Setting, value: string, { brand }: Texts) {
  if (kind === 'choice') return optionsOf(brand.choices[name] ?? {});
  if (kind !== 'timezone') return undefined;
  const zones = new Set([value, 'UTC', ...Intl.supportedValuesOf('timeZone')]);
  return [...zones].map((zone) => [zone, zone.replaceAll('_', ' ')] as const);
}

function settingField(c: PageContext, setting: Setting, brand: Brand, problem?: Problem): Html {
  const { texts } = visitOf(c);
  const { name, kind } = setting;
  const [label = name, hint = ''] = texts.brand.fields[name] ?? [];
  const value = String(setting.value(brand) ?? '');
  if (kind === 'boxes') {
    const off = value.split(' ');
    const all = Object.entries(texts.brand.choices[name] ?? {});
    const on = all.map(([one]) => one).filter((one) => !off.includes(one));
    const checked = enteredIn(problem, name) ?? on;
    const choices = all.map(([one, text]) => ({ value: one, label: text, isChecked: checked.includes(one) }));
    return html`${boxes(name, label, choices)}${originalHtml({ name, problem }, on)}`;
  }
  const options = optionsFor(setting, value, texts);
  const isNumber = kind === 'number' || kind === 'optionalNumber';
  return field(c, {
    ...{ name, label, hint, value, problem },
    ...(options !== undefined && { options }),
    isLong: kind === 'lines',
    attributes: {
      type: isNumber ? 'number' : undefined,
      step: isNumber ? 'any' : undefined,
      required: kind === 'text' || kind === 'number',
    },
  });
}

/** Stands above the fields of a subject. */
function introOf(c: PageContext, name: string, { payoutAccount }: Brand): Html {
  const { accountNow } = visitOf(c).texts.brand;
  return whenever(
    name === 'account' && payoutAccount !== null,
    () => html`<p>${accountNow(`${payoutAccount?.iban}, ${payoutAccount?.name}`)}</p>`,
  );
}

/** Stands above and below the forms of a tab. */
const around: Readonly<Partial<Record<SettingsTab, (c: PageContext) => Promise<readonly [Html, Html]>>>> = {
  portal: async (c) => [await portalHtml(c), html``],
  mails: async (c) => [html``, await mailsHtml(c)],
};

const tabOf = (name: SubjectName): SettingsTab => {
  const { tab = '' }: Subject = subjects[name];
  return tab;
};

interface Sent {
  readonly name: SubjectName;
  readonly problem: Problem;
}

async function brandPage(c: PageContext, tab: SettingsTab, sent?: Sent): Promise<Response> {
  const { texts } = visitOf(c);
  const [{ brand, brandResponse, me }, [before, after] = []] = await Promise.all([
    accountOf(c),
    around[tab]?.(c),
  ]);
  const names = (Object.keys(subjects) as SubjectName[]).filter((name) => tabOf(name) === tab);
  const forms = names.map((name) => {
    const problem = sent?.name === name ? sent.problem : undefined;
    const fields = [
      versionField(brandResponse, problem),
      ...subjects[name].settings.map((setting) => settingField(c, setting, brand, problem)),
    ];
    const form = stackedForm(
      `/console/settings/brand/${name}`,
      me.role === 'admin' ? html`${fields}` : html`<fieldset disabled>${fields}</fieldset>`,
      texts.common.save,
    );
    return section(texts.brand.subjects[name] ?? name, html`${introOf(c, name, brand)}${form}`, name);
  });
  return showSettings(c, {
    title: texts.settings.title,
    body: html`${before ?? ''}${forms}${after ?? ''}`,
    problem: sent?.problem,
  });
}

const pathOf = (tab: SettingsTab): string => (tab === '' ? '/console/settings' : `/console/settings/${tab}`);

export function addBrandSettings(app: Pages): void {
  for (const tab of ['', 'portal', 'mails'] as const) app.get(pathOf(tab), (c) => brandPage(c, tab));
  app.post('/console/settings/brand/:subject', (c) => {
    const name = c.req.param('subject');
    if (!isSubject(name)) return c.notFound();
    return submit(c, {
      run: async (form) => {
        const { api } = visitOf(c);
        await api.brands.update(subjects[name].changes(form), ifUnchanged(form));
        return `${pathOf(tabOf(name))}?done=saved`;
      },
      again: (problem) => brandPage(c, tabOf(name), { name, problem }),
    });
  });
}
