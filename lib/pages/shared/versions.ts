// Keeps two people from overwriting each other: a form names the version that it shows. docs/decisions/0164
import { type PageContext, visitOf } from './context.ts';
import type { Field, Form, Problem } from './forms.ts';
import { type Html, html, nothing } from './html.ts';

/** Belongs to each form that changes a resource with versions. A form with another problem keeps its version, because it keeps its values. */
export function versionField({ headers }: Response, problem: Problem | undefined): Html {
  const etag = headers.get('etag') ?? '';
  const version = problem === undefined || problem.isOutdated ? etag : problem.form.text('version');
  return html`<input type="hidden" name="version" value="${version}">`;
}

/** The options of the call that the form makes. */
export function ifUnchanged(form: Form) {
  const version = form.optional('version');
  return version === undefined ? {} : { headers: { 'if-match': version } };
}

/** After a refusal, the newest value is below the own one, and sending the form again replaces it. */
export function newestHtml(c: PageContext, { value = '', options, problem }: Field, sent: string): Html {
  const { newest, none } = visitOf(c).texts.common;
  if (problem?.isOutdated !== true || sent === String(value)) return nothing;
  const label = options?.find(([key]) => key === value)?.[1] ?? String(value);
  return html`<small class="error">${newest} <bdi>${label || none}</bdi></small>`;
}
