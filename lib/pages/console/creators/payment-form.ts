// Lets an admin change how a creator is paid.
import type { PayoutDetails, PayoutDetailsInput } from '#lib/client/index.ts';
import { addForm, idIn, unlessGone } from '#lib/pages/console/inputs.ts';
import { accountOf, showConsole } from '#lib/pages/console/show.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { countriesIn } from '#lib/pages/shared/countries.ts';
import { buttonForm, type Form, field, hidden, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, whenever } from '#lib/pages/shared/html.ts';
import { taxFields } from '#lib/pages/shared/tax.ts';
import { creatorPath } from './list.ts';
import { paymentPath } from './payment.ts';

/** The fields of each type. Fields with `?` may be empty. */
const fieldsOf = {
  sepa: ['name', 'iban'],
  paypal: ['email'],
  wise: ['name', 'email?', 'iban?'],
  other: ['text'],
} as const;
type Type = keyof typeof fieldsOf;
const types = Object.keys(fieldsOf) as Type[];

const typeOf = (name: string | undefined): Type | undefined => types.find((type) => type === name);

/** One link for each type, because without a script a form cannot hide the fields of the others. */
function typesHtml(c: PageContext, current: Type): Html {
  const { details } = visitOf(c).texts;
  const link = (type: Type): Html =>
    html`<li><a href="${paymentPath(c)}?type=${type}"${type === current ? html` aria-current="true"` : nothing}>${details.types[type]}</a></li>`;
  return html`<nav class="choice" aria-label="${details.type}"><ul>${types.map(link)}</ul></nav>`;
}

function fieldsHtml(c: PageContext, type: Type, { tax }: PayoutDetails, problem?: Problem): Html {
  const { language, texts: all } = visitOf(c);
  const texts = all.details;
  const inputs = fieldsOf[type].map((entry) => {
    const name = entry.replace('?', '');
    const attributes = {
      type: name === 'email' ? 'email' : 'text',
      required: entry === name,
      maxlength: 500,
    };
    return field(c, {
      name,
      label: texts.fields[name] ?? name,
      hint: entry === 'iban?' ? texts.wiseHint : '',
      problem,
      attributes,
      isLong: name === 'text',
    });
  });
  const now = tax === null ? '' : texts.taxNow(`${tax.country}, ${tax.taxId}`);
  const country = { label: texts.country, hint: now, options: countriesIn(language) };
  return html`${hidden('type', type)}${inputs}
${taxFields(c, { country, taxId: { label: texts.taxId, attributes: { maxlength: 30 } } }, problem)}`;
}

async function formPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { details } = texts;
  const [its] = await Promise.all([api.payoutDetails.get(idIn(c)), accountOf(c)]);
  const known = its.details;
  const type = typeOf(problem?.form.text('type') ?? c.req.query('type')) ?? typeOf(known?.type) ?? 'sepa';
  const action = paymentPath(c);
  const remove = buttonForm(`${action}/delete`, details.delete, {
    confirm: details.deleteQuestion,
    kind: 'secondary outline',
  });
  const body = html`<p>${details.hold}</p>${whenever(known !== null, () => html`<p>${details.masked}</p>`)}${typesHtml(c, type)}
<form method="post" action="${action}">${fieldsHtml(c, type, its, problem)}
<div class="buttons"><button>${texts.common.save}</button>${linkButton(creatorPath(idIn(c)), texts.common.cancel, 'secondary')}</div></form>
${whenever(known !== null || its.tax !== null, () => remove)}`;
  const title = known === null ? details.enter : details.change;
  return showConsole(c, { title, body, problem, isNarrow: true });
}

/** Absent tax data stay as they are. */
function inputIn(form: Form): PayoutDetailsInput {
  const type = typeOf(form.text('type')) ?? 'sepa';
  const values = fieldsOf[type].map((entry) => {
    const name = entry.replace('?', '');
    return [name, entry === name ? form.text(name) : form.optional(name)];
  });
  const tax = { country: form.text('tax.country'), taxId: form.text('tax.taxId') };
  const hasTax = tax.country !== '' || tax.taxId !== '';
  return { type, ...Object.fromEntries(values), ...(hasTax && { tax }) } as PayoutDetailsInput;
}

async function save(c: PageContext, form: Form): Promise<string> {
  await visitOf(c).api.payoutDetails.set(idIn(c), inputIn(form));
  return `${creatorPath(idIn(c))}?done=saved`;
}

async function remove(c: PageContext): Promise<string> {
  await unlessGone(visitOf(c).api.payoutDetails.delete(idIn(c)));
  return `${creatorPath(idIn(c))}?done=detailsDeleted`;
}

export function addPayment(app: Pages): void {
  app.get('/console/creators/:id/payment', (c) => formPage(c));
  addForm(app, '/console/creators/:id/payment', save, formPage);
  addForm(app, '/console/creators/:id/payment/delete', remove, formPage);
}
