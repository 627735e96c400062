// Changes the settings of the brand, with a form for each subject.
import type { Brand } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, type Problem, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { ifUnchanged, versionField } from '#lib/pages/shared/versions.ts';
import { isSubject, type Setting, type SubjectName, subjects } from './brand-subjects.ts';
import { optionsOf, section, stackedForm } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
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

async function brandPage(c: PageContext, sent?: SubjectName, problem?: Problem): Promise<Response> {
  const { texts } = visitOf(c);
  const { brand, brandResponse, me } = await accountOf(c);
  const forms = Object.entries(subjects).map(([name, { settings }]) => {
    const own = sent === name ? problem : undefined;
    const fields = [
      versionField(brandResponse, own),
      ...settings.map((setting) => settingField(c, setting, brand, own)),
    ];
    return section(
      texts.brand.subjects[name] ?? name,
      stackedForm(
        `/console/settings/brand/${name}`,
        me.role === 'admin' ? html`${fields}` : html`<fieldset disabled>${fields}</fieldset>`,
        texts.common.save,
      ),
    );
  });
  return showSettings(c, { title: texts.settings.title, body: html`${forms}`, problem });
}

export function addBrandSettings(app: Pages): void {
  app.get('/console/settings', (c) => brandPage(c));
  app.post('/console/settings/brand/:subject', (c) => {
    const name = c.req.param('subject');
    if (!isSubject(name)) return c.notFound();
    return submit(c, {
      run: async (form) => {
        await visitOf(c).api.brands.update(subjects[name].changes(form), ifUnchanged(form));
        return '/console/settings?done=saved';
      },
      again: (problem) => brandPage(c, name, problem),
    });
  });
}
