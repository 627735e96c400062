// Shows how a creator is paid, and changes it.
import type { MaskedPayoutDetails, PayoutDetails, PayoutDetailsInput } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { emptyState, facts, notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { countriesIn } from '#lib/pages/shared/countries.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import { type Field, type Form, field, hidden, type Problem, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { taxFields } from '#lib/pages/shared/tax.ts';
import { portalPath, showPortal, withCreator } from './show.ts';

const types = ['sepa', 'paypal', 'wise', 'other'] as const satisfies readonly PayoutDetailsInput['type'][];
type Type = (typeof types)[number];

const typeOf = (name: string | undefined): Type | undefined => types.find((one) => one === name);

export const detailsPath = (c: PageContext): string => portalPath(c, '/payment-details');

function accountHtml(c: PageContext, { type, name, iban, email, text }: MaskedPayoutDetails): Html {
  const { types: names } = visitOf(c).texts.portalDetails;
  const values = [name, iban, email, text].filter((value) => value !== undefined);
  return html`${names[typeOf(type) ?? 'other']}${values.map((value) => html`<br><bdi>${value}</bdi>`)}`;
}

/** Undefined once the newest details are used. */
export function holdOf(c: PageContext, { details, usableFrom }: PayoutDetails): string | undefined {
  const isHeld = details !== null && usableFrom !== null && new Date(usableFrom) > visitOf(c).now;
  return isHeld ? usableFrom : undefined;
}

function holdHtml(c: PageContext, all: PayoutDetails, format: Format): Html {
  const its = visitOf(c).texts.portalDetails;
  const end = holdOf(c, all);
  const until = all.formerDetails === null ? its.untilThenNothing : its.untilThenFormer;
  return whenever(end !== undefined, () =>
    notice('warning', html`${its.heldUntil(format.time(end ?? ''))} ${until} ${its.notYou}`),
  );
}

function presentHtml(c: PageContext, all: PayoutDetails): Html {
  const its = visitOf(c).texts.portalDetails;
  const { details, formerDetails, tax } = all;
  if (details === null && tax === null) return emptyState(its.none);
  return facts([
    [its.account, details === null ? '–' : accountHtml(c, details)],
    ...(holdOf(c, all) !== undefined && formerDetails !== null
      ? [[its.former, accountHtml(c, formerDetails)] as const]
      : []),
    [its.tax, tax === null ? '–' : html`<bdi>${tax.country}</bdi><br><bdi>${tax.taxId}</bdi>`],
  ]);
}

function choiceHtml(c: PageContext, current: Type): Html {
  const { way, types: names } = visitOf(c).texts.portalDetails;
  const link = (type: Type) =>
    html`<li><a href="${samePage(c, { type })}"${type === current ? html` aria-current="true"` : ''}>${names[type]}</a></li>`;
  return html`<nav class="choice" aria-label="${way}"><ul>${types.map(link)}</ul></nav>`;
}

type Input = Omit<Field, 'label'>;

/** The API is not told an empty field. */
const inputsByType: Readonly<Record<Type, readonly Input[]>> = {
  sepa: [
    { name: 'name', attributes: { required: true, maxlength: 70, autocomplete: 'name' } },
    { name: 'iban', attributes: { required: true, maxlength: 42, autocomplete: 'off', spellcheck: 'false' } },
  ],
  paypal: [{ name: 'email', attributes: { type: 'email', required: true, maxlength: 254 } }],
  wise: [
    { name: 'name', attributes: { required: true, maxlength: 70, autocomplete: 'name' } },
    { name: 'email', attributes: { type: 'email', maxlength: 254 } },
    { name: 'iban', attributes: { maxlength: 42, autocomplete: 'off', spellcheck: 'false' } },
  ],
  other: [{ name: 'text', isLong: true, attributes: { required: true, maxlength: 500, rows: 4 } }],
};

function taxHtml(c: PageContext, { details, tax }: PayoutDetails, problem: Problem | undefined): Html {
  const { language, texts } = visitOf(c);
  const its = texts.portalDetails;
  const options = countriesIn(language);
  const attributes = { maxlength: 30, autocomplete: 'off' };
  return html`<h2>${its.tax}</h2><p>${tax === null ? its.taxLead : its.taxStays}</p>
${whenever(details !== null, () => html`<p>${its.taxAlone}</p>`)}
${taxFields(c, { country: { label: its.country, options }, taxId: { label: its.taxId, hint: its.taxIdHint, attributes } }, problem)}
${whenever(tax !== null, () => html`<p><label><input type="checkbox" name="removeTax" value="yes">${its.removeTax}</label></p>`)}`;
}

async function detailsPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const its = texts.portalDetails;
  const [{ format }, all] = await withCreator(c, api.creator.getPaymentData());
  const type = typeOf(c.req.query('type') ?? all.details?.type) ?? 'sepa';
  const inputs = inputsByType[type].map((input) => {
    const [label, hint] = [its.fields[input.name] ?? '', its.hints[`${type}.${input.name}`] ?? ''];
    return field(c, { ...input, label, hint, problem });
  });
  const body = html`<p>${its.lead}</p>${holdHtml(c, all, format)}${presentHtml(c, all)}
<h2>${all.details === null ? its.add : its.change}</h2>${choiceHtml(c, type)}
<form method="post" action="${samePage(c, { type })}">${hidden('type', type)}${inputs}${taxHtml(c, all, problem)}
<p>${its.holdLead}</p><button>${its.save}</button></form>`;
  return showPortal(c, { title: its.title, body, problem });
}

function taxOf(form: Form) {
  const [country, taxId] = [form.text('tax.country'), form.text('tax.taxId')];
  if (form.text('removeTax') === 'yes') return { tax: null };
  return country === '' && taxId === '' ? {} : { tax: { country, taxId } };
}

/** The API checks that the fields belong to the type. */
function inputOf(form: Form): PayoutDetailsInput {
  const type = typeOf(form.text('type')) ?? 'sepa';
  const values = inputsByType[type].flatMap(({ name }) => {
    const value = form.optional(name);
    return value === undefined ? [] : [[name, value] as const];
  });
  return { type, ...Object.fromEntries(values), ...taxOf(form) } as PayoutDetailsInput;
}

export function addPaymentDetails(app: Pages): void {
  app.get('/creators/:slug/payment-details', (c) => detailsPage(c));
  app.post('/creators/:slug/payment-details', (c) =>
    submit(c, {
      run: async (form) => {
        await visitOf(c).api.creator.setPaymentData(inputOf(form));
        return `${detailsPath(c)}?done=details`;
      },
      again: (problem) => detailsPage(c, problem),
    }),
  );
}
