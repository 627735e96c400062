// Shows how a creator is paid, and changes it.
import type { MaskedPayoutDetails, PayoutDetails, PayoutDetailsInput } from '#lib/client/index.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { countriesIn } from '#lib/pages/shared/countries.ts';
import { type FieldOptions, field, hidden } from '#lib/pages/shared/forms.ts';
import { choice, emptyState, facts, type Html, html, notice, whenever } from '#lib/pages/shared/html.ts';
import { samePage } from '#lib/pages/shared/links.ts';
import { type PaymentType, paymentTypeOf, paymentTypesFor } from '#lib/pages/shared/payment-types.ts';
import { taxFields, taxIn } from '#lib/pages/shared/tax.ts';
import { type Page, portalPage, portalPath } from './page.ts';
import type { Run } from './visit.ts';

export const detailsPath = (c: PageContext): string => portalPath(c, '/payment-details');

/** Undefined once the newest details are used. */
export function holdOf({ now }: Page, { details, usableFrom }: PayoutDetails): string | undefined {
  const isHeld = details !== null && usableFrom !== null && new Date(usableFrom) > now;
  return isHeld ? usableFrom : undefined;
}

function holdHtml(page: Page, all: PayoutDetails): Html {
  const { portalDetails: its } = page.texts;
  const end = holdOf(page, all);
  const until = all.formerDetails === null ? its.untilThenNothing : its.untilThenFormer;
  return whenever(end !== undefined, () =>
    notice('warning', html`${its.heldUntil(page.format.timeInZone(end))} ${until} ${its.notYou}`),
  );
}

function presentHtml(page: Page, all: PayoutDetails): Html {
  const { portalDetails: its } = page.texts;
  const { details, formerDetails, tax } = all;
  if (details === null && tax === null) return emptyState(its.none);
  const accountHtml = ({ type, name, iban, email, text }: MaskedPayoutDetails): Html => {
    const values = [name, iban, email, text].filter((value) => value !== undefined);
    return html`${its.types[paymentTypeOf(type) ?? 'other']}${values.map((value) => html`<br><bdi>${value}</bdi>`)}`;
  };
  const isHeld = holdOf(page, all) !== undefined;
  return facts([
    [its.account, details === null ? '–' : accountHtml(details)],
    [its.former, isHeld && formerDetails !== null ? accountHtml(formerDetails) : null],
    [its.tax, tax === null ? '–' : html`<bdi>${tax.country}</bdi><br><bdi>${tax.taxId}</bdi>`],
  ]);
}

const name = { required: true, maxlength: 70, autocomplete: 'name' };
const email = { type: 'email', maxlength: 254 };
const iban = { maxlength: 42, autocomplete: 'off', spellcheck: 'false' };

const inputsByType: Readonly<Record<PaymentType, Readonly<Record<string, FieldOptions>>>> = {
  sepa: { name, iban: { required: true, ...iban } },
  paypal: { email: { required: true, ...email } },
  wise: { name, email, iban },
  other: { text: { isLong: true, required: true, maxlength: 500, rows: 4 } },
};

function taxHtml(
  { c, language, texts: { portalDetails: its } }: Page,
  { details, tax }: PayoutDetails,
): Html {
  const country = { label: its.country, options: countriesIn(language) };
  const taxId = { label: its.taxId, hint: its.taxIdHint, maxlength: 30, autocomplete: 'off' };
  const remove = html`<p><label><input type="checkbox" name="removeTax" value="yes">${its.removeTax}</label></p>`;
  return html`<h2>${its.tax}</h2><p>${tax === null ? its.taxLead : its.taxStays}</p>
${whenever(details !== null, () => html`<p>${its.taxAlone}</p>`)}${taxFields(c, { country, taxId })}
${whenever(tax !== null, () => remove)}`;
}

export const detailsPage = portalPage(
  ({ api }) => api.creator.getPaymentData(),
  (page, all) => {
    const { c, texts, profile, problem } = page;
    const { portalDetails: its } = texts;
    const types = paymentTypesFor(profile.currency);
    const asked = problem?.form.text('type') ?? c.req.query('type');
    const type = paymentTypeOf(asked ?? all.details?.type) ?? types[0];
    const links = types.map((one) => [samePage(c, { type: one }), its.types[one], one === type] as const);
    const inputs = Object.entries(inputsByType[type]).map(([key, input]) =>
      field(c, key, its.fields[key] ?? '', { ...input, hint: its.hints[`${type}.${key}`] ?? '' }),
    );
    const body = html`<p>${its.lead}</p>${holdHtml(page, all)}${presentHtml(page, all)}
<h2>${all.details === null ? its.add : its.change}</h2>${choice(its.way, links)}
<form method="post" action="${samePage(c, { type })}">${hidden('type', type)}${inputs}${taxHtml(page, all)}
<p>${its.holdLead}</p><button>${its.save}</button></form>`;
    return { title: its.title, body };
  },
);

/** The API checks that the fields belong to the type. */
export const setDetails: Run = async ({ c, api }, form) => {
  const type = paymentTypeOf(form.text('type')) ?? 'sepa';
  const values = form.optionals(...Object.keys(inputsByType[type]));
  const tax = form.text('removeTax') === 'yes' ? null : taxIn(form);
  await api.creator.setPaymentData({ type, ...values, tax } as PayoutDetailsInput);
  return `${detailsPath(c)}?done=details`;
};
