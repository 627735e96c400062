// Small parts that several forms of the console share.
import { isApiError } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { type Field, type Form, type Problem, requestId, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';

/** The API refuses a number that is missing, because JSON writes it as null. */
export const numberIn = (form: Form, name: string): number => Number(form.optional(name) ?? Number.NaN);

export const numberOrNull = (form: Form, name: string): number | null =>
  form.optional(name) === undefined ? null : Number(form.text(name));

/** One value in each line, or commas between. */
export const linesIn = (form: Form, name: string): readonly string[] =>
  form
    .text(name)
    .split(/[\n,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');

export const optionsOf = (labels: Readonly<Record<string, string>>): NonNullable<Field['options']> =>
  Object.entries(labels);

/** A form with fields below each other. */
export const stackedForm = (action: string, fields: Html, label: string): Html =>
  html`<form method="post" action="${action}" class="stacked">${requestId()}${fields}<button>${label}</button></form>`;

export const section = (title: string, body: Html, id?: string): Html =>
  html`<section${id === undefined ? nothing : html` id="${id}"`}><h2>${title}</h2>${body}</section>`;

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly isChecked: boolean;
}

/** Boxes of which a person checks any number. */
export const boxes = (name: string, legend: string, choices: readonly Choice[]): Html =>
  html`<fieldset class="boxes"><legend>${legend}</legend>${choices.map(
    ({ value, label, isChecked }) =>
      html`<label><input type="checkbox" name="${name}" value="${value}"${isChecked ? html` checked` : nothing}> ${label}</label>`,
  )}</fieldset>`;

export const idIn = (c: PageContext): string => c.req.param('id') ?? '';

type Page = (c: PageContext, problem: Problem) => Response | Promise<Response>;
type Run = (c: PageContext, form: Form) => Promise<string>;

/** Handles a form: runs it and redirects, or shows its page again with what the API says. */
export const handleForm =
  (page: Page, run: Run) =>
  (c: PageContext): Promise<Response> =>
    submit(c, { run: (form) => run(c, form), again: (problem) => page(c, problem) });

export const addForm = (app: Pages, path: string, run: Run, page: Page) =>
  app.post(path, handleForm(page, run));

/** Somebody who deletes twice has what they want. */
export async function unlessGone(deletion: Promise<unknown>): Promise<void> {
  try {
    await deletion;
  } catch (error) {
    if (!isApiError(error) || error.status !== 404) throw error;
  }
}
