// Shows the tax data in the forms of payment details.
import { type PageContext, visitOf } from './context.ts';
import { type Field, field, type Problem } from './forms.ts';
import { type Html, html } from './html.ts';

const names = ['tax.country', 'tax.taxId'] as const;

/** The API refuses an empty field, but does not say that it may be empty together with the other. */
function withPair(c: PageContext, problem: Problem): Problem {
  const empty = names.filter((name) => problem.form.text(name) === '');
  const [name] = empty;
  if (name === undefined || empty.length === 2 || !problem.fields.has(name)) return problem;
  const fields = new Map([...problem.fields, [name, visitOf(c).texts.portalDetails.taxPair]]);
  return { ...problem, fields };
}

type Input = Omit<Field, 'name' | 'problem'>;

/** Both or none of the two fields are sent, so neither has the remark that it is optional. */
export function taxFields(
  c: PageContext,
  { country, taxId }: { readonly country: Input; readonly taxId: Input },
  problem: Problem | undefined,
): Html {
  const all = { problem: problem && withPair(c, problem), isFilter: true };
  return html`${field(c, { ...country, ...all, name: names[0] })}${field(c, { ...taxId, ...all, name: names[1] })}`;
}
