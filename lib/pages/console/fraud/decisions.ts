// Decides about one fraud finding, or about a selection of them.
import { isApiError } from '#lib/client/index.ts';
import type { Page } from '#lib/pages/console/page.ts';
import type { Run, Visit } from '#lib/pages/console/visit.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field } from '#lib/pages/shared/forms.ts';
import { type Html, html, notice } from '#lib/pages/shared/html.ts';
import { filtersIn, pathWith } from '#lib/pages/shared/links.ts';
import { once, Refusal } from '#lib/pages/shared/submit.ts';
import { fraudPath } from './findings.ts';

/** The note and the buttons of a form. */
export function decisionFields({ c, texts: { fraud: its } }: Page, isSelection: boolean): Html {
  const note = { hint: its.noteHint, isLong: true, maxlength: 500, rows: 3, dir: 'auto' };
  return html`<p>${its.decideHint}</p>${field(c, 'note', its.note, note)}
<div class="buttons"><button name="decision" value="dismiss">${isSelection ? its.dismissSelected : its.dismiss}</button>
<button name="decision" value="confirm" class="secondary" data-confirm="${its.confirmQuestion}">${isSelection ? its.confirmSelected : its.confirm}</button></div>`;
}

const decisionIn = (form: Form) => (form.text('decision') === 'confirm' ? 'confirm' : 'dismiss');

const doneOf = (form: Form): string => (decisionIn(form) === 'confirm' ? 'fraudConfirmed' : 'fraudDismissed');

/** Each finding has a key of its own, so that sending the form twice decides once. */
const decideOne = ({ api }: Visit, form: Form, id: string) => {
  const { idempotencyKey } = once(form);
  const input = { decision: decisionIn(form), ...form.optionals('note') } as const;
  return api.fraudFindings.decide(id, input, { idempotencyKey: `${idempotencyKey}-${id}` });
};

export const decide: Run = async (visit, form) => {
  await decideOne(visit, form, visit.id);
  return `${fraudPath}/${visit.id}?done=${doneOf(form)}`;
};

export interface Failure {
  readonly id: string;
  readonly message: string;
}

export const failuresHtml = ({ texts: { fraud: its } }: Page, failures: readonly Failure[]): Html =>
  html`${failures.map(({ id, message }) => notice('bad', html`<a href="${fraudPath}/${id}">${its.failed}</a>: ${message}`))}`;

/** `again` shows the list with the findings that were decided otherwise meanwhile. */
export const decideSelection =
  (again: (failures: readonly Failure[]) => PageHandler): Run =>
  async (visit, form) => {
    const { c, texts } = visit;
    const ids = form.all('ids');
    if (ids.length === 0) throw new Refusal(texts.fraud.selectFirst);
    const failures: Failure[] = [];
    for (const id of ids) {
      await decideOne(visit, form, id).catch((error: unknown) => {
        if (!isApiError(error, 'status_conflict')) throw error;
        failures.push({ id, message: texts.common.errors.status_conflict ?? error.message });
      });
    }
    if (failures.length > 0) return again(failures)(c);
    return pathWith(c.req.path, { ...filtersIn(c), done: doneOf(form) });
  };
