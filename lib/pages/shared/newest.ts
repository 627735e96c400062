// Decides what a field shows whose form was refused, because somebody else has changed the resource.
import { type PageContext, visitOf } from './context.ts';
import { type Html, html, nothing } from './html.ts';

interface Shown {
  readonly name: string;
  readonly value?: string | number | undefined;
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly isFilter?: boolean;
  readonly problem?:
    | { readonly isOutdated?: boolean; readonly form: { all(name: string): readonly string[] } }
    | undefined;
}

/** Browsers send other line ends than they have received. */
const joined = (values: readonly string[]): string => values.join('\n').replaceAll('\r\n', '\n');

/** Undefined for a field without a problem, and for one that the person has not touched, which shows the newest value. */
export function enteredIn(problem: Shown['problem'], name: string): readonly string[] | undefined {
  const entered = problem?.form.all(name);
  const isUntouched = joined(entered ?? []) === joined(problem?.form.all(`was.${name}`) ?? []);
  return problem?.isOutdated === true && isUntouched ? undefined : entered;
}

/** Tells which values the form was shown with. A form with another problem keeps them, as it keeps its version. */
export function originalHtml({ name, problem, isFilter }: Shown, values: readonly string[]): Html {
  if (isFilter === true) return nothing;
  const originals = problem === undefined || problem.isOutdated ? values : problem.form.all(`was.${name}`);
  return html`${originals.map((value) => html`<input type="hidden" name="was.${name}" value="${value}">`)}`;
}

/** The own value stays in the field, and sending the form again replaces the newest one. */
function newestHtml(c: PageContext, { value = '', options, problem }: Shown, sent: string | undefined): Html {
  const { newest, none } = visitOf(c).texts.common;
  if (problem?.isOutdated !== true || sent === undefined || sent === String(value)) return nothing;
  const label = options?.find(([key]) => key === value)?.[1] ?? String(value);
  return html`<small class="error">${newest} <bdi>${label || none}</bdi></small>`;
}

export const versionsHtml = (c: PageContext, its: Shown, sent: string | undefined): Html =>
  html`${newestHtml(c, its, sent)}${its.value === undefined ? nothing : originalHtml(its, [String(its.value)])}`;
