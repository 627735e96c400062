// Shows the tax data in the forms of payment details.
import { type PageContext, visitOf } from './context.ts';
import type { Form } from './form.ts';
import { type FieldOptions, field } from './forms.ts';
import { type Html, html } from './html.ts';

const names = ['tax.country', 'tax.taxId'] as const;

type Input = FieldOptions & { readonly label: string };

/** Both or none of the two fields are sent, so neither has the remark that it is optional. */
export function taxFields(c: PageContext, inputs: { readonly country: Input; readonly taxId: Input }): Html {
  const { problem, texts } = visitOf(c);
  // The API refuses an empty field, but does not say that it may be empty together with the other.
  const isPair = names.some((name) => problem?.form.optional(name) !== undefined);
  const fields = [inputs.country, inputs.taxId].map(({ label, ...its }, index) => {
    const name = names[index] ?? '';
    const ownError = isPair && problem?.form.text(name) === '' ? texts.common.taxPair : undefined;
    return field(c, name, label, { ...its, ownError, isFilter: true });
  });
  return html`${fields}`;
}

/** Undefined if both fields are empty. */
export function taxIn(form: Form) {
  const [country, taxId] = [form.text('tax.country'), form.text('tax.taxId')];
  return country === '' && taxId === '' ? undefined : { country, taxId };
}
