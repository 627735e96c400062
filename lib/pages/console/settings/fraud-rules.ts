// Changes the fraud rules of the brand: an action for each rule, and its limits.
import type { BrandChanges, FraudRulesChange } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, optionsOf, stackedForm, versionField } from '#lib/pages/shared/forms.ts';
import { type Html, html, section } from '#lib/pages/shared/html.ts';
import { formHandler, ifUnchanged, type Run } from '#lib/pages/shared/submit.ts';
import { path } from './frame.ts';

const action = `${path}/brand/fraud`;

type Rule = keyof FraudRulesChange;

const rules = ['selfReferral', 'beatenClick', 'paidSearch'] as const satisfies readonly Rule[];

function ruleHtml({ c, texts: { fraud: its }, brand }: Page, rule: Rule): Html {
  const [label = rule, hint = ''] = its.rules[rule] ?? [];
  const value = brand.fraudRules[rule]?.action ?? '';
  return field(c, `fraudRules.${rule}.action`, label, { hint, value, options: optionsOf(its.choices) });
}

/** Only the form that was sent shows its problem, and keeps its version. */
export function fraudSection(page: Page): Html {
  const { c, texts, brandResponse, isAdmin, problem } = page;
  const { fraud: its, common } = texts;
  c.set('problem', c.req.path === action ? problem : undefined);
  const fields = html`${versionField(c, brandResponse)}${rules.map((rule) => ruleHtml(page, rule))}`;
  c.set('problem', problem);
  const form = isAdmin
    ? stackedForm(action, fields, common.save)
    : html`<form class="stacked"><fieldset disabled>${fields}</fieldset></form>`;
  return section(its.rulesTitle, html`<p>${its.rulesIntro}</p>${form}`, 'fraud');
}

const ruleIn = (form: Form, rule: Rule) => {
  const chosen = form.optional(`fraudRules.${rule}.action`);
  return chosen === undefined ? null : { action: chosen };
};

/** The API refuses an unknown action, and names the field. */
const changesIn = (form: Form): BrandChanges => ({
  fraudRules: Object.fromEntries(rules.map((rule) => [rule, ruleIn(form, rule)])) as FraudRulesChange,
});

const change: Run = async ({ api }, form) => {
  await api.brands.update(changesIn(form), ifUnchanged(form));
  return `${path}?done=saved`;
};

export function addFraudRules(app: Pages, page: PageHandler): void {
  app.post(action, formHandler(page, change));
}
