// Changes the fraud rules of the brand: an action for each rule, and its limits.
import type { BrandChanges, FraudRulesChange } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import { formHandler, type Run } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, optionsOf, stackedForm, versionField } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, section } from '#lib/pages/shared/html.ts';
import { ifUnchanged } from '#lib/pages/shared/submit.ts';
import { path } from './frame.ts';

const action = `${path}/brand/fraud`;

type Rule = keyof FraudRulesChange;

/** The limits of each rule by their names in the API. Only rules about an order can reject it. */
const rules = {
  selfReferral: { isOfOrder: true, limits: [] },
  beatenClick: { isOfOrder: true, limits: [] },
  paidSearch: { isOfOrder: true, limits: [] },
  severalAccounts: { isOfOrder: false, limits: [] },
  paymentDetails: { isOfOrder: false, limits: [] },
  couponLeak: { isOfOrder: false, limits: ['orders'] },
  refundRate: { isOfOrder: false, limits: ['percent', 'orders'] },
  velocity: { isOfOrder: false, limits: ['orders'] },
} as const satisfies Record<Rule, { isOfOrder: boolean; limits: readonly string[] }>;

const names = Object.keys(rules) as readonly Rule[];

/** The values of the API for limits that nobody has set. */
const usual: Readonly<Record<string, string>> = {
  ...{
    'couponLeak.orders': '20',
    'refundRate.percent': '30',
    'refundRate.orders': '10',
    'velocity.orders': '20',
  },
};

function ruleHtml({ c, texts: { fraud: its }, brand }: Page, rule: Rule): Html {
  const [label = rule, hint = ''] = its.rules[rule] ?? [];
  const { isOfOrder, limits } = rules[rule];
  const set: Readonly<Record<string, unknown>> = { ...brand.fraudRules[rule] };
  const options = optionsOf(isOfOrder ? its.choices : its.creatorChoices);
  const choice = field(c, `fraudRules.${rule}.action`, label, {
    hint,
    value: String(set.action ?? ''),
    options,
  });
  const fields = limits.map((limit) =>
    field(c, `fraudRules.${rule}.${limit}`, its.limits[limit] ?? limit, {
      ...{ hint: its.limitHint(label), type: 'number', required: true },
      value: String(set[limit] ?? usual[`${rule}.${limit}`]),
    }),
  );
  return html`${choice}${fields.length === 0 ? nothing : html`<div class="grid">${fields}</div>`}`;
}

/** Only the form that was sent shows its problem, and keeps its version. */
export function fraudSection(page: Page): Html {
  const { c, texts, brandResponse, isAdmin, problem } = page;
  const { fraud: its, common } = texts;
  c.set('problem', c.req.path === action ? problem : undefined);
  const fields = html`${versionField(c, brandResponse)}${names.map((rule) => ruleHtml(page, rule))}`;
  c.set('problem', problem);
  const form = isAdmin
    ? stackedForm(action, fields, common.save)
    : html`<form class="stacked"><fieldset disabled>${fields}</fieldset></form>`;
  return section(its.rulesTitle, html`<p>${its.rulesIntro}</p>${form}`, 'fraud');
}

function ruleIn(form: Form, rule: Rule) {
  const chosen = form.optional(`fraudRules.${rule}.action`);
  if (chosen === undefined) return null;
  const limits = rules[rule].limits.map(
    (limit) => [limit, form.number(`fraudRules.${rule}.${limit}`)] as const,
  );
  return { action: chosen, ...Object.fromEntries(limits) };
}

/** The API refuses an unknown action, and names the field. */
const changesIn = (form: Form): BrandChanges => ({
  fraudRules: Object.fromEntries(names.map((rule) => [rule, ruleIn(form, rule)])) as FraudRulesChange,
});

const change: Run = async ({ api }, form) => {
  await api.brands.update(changesIn(form), ifUnchanged(form));
  return `${path}?done=saved`;
};

export function addFraudRules(app: Pages, page: PageHandler): void {
  app.post(action, formHandler(page, change));
}
