// Keeps two people from overwriting each other: a form names the version that it shows. docs/decisions/0164
import type { Form, Problem } from './forms.ts';
import { type Html, html } from './html.ts';

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
