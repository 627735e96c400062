// Reads forms, and shows their fields and what is wrong with them.
import { randomUUID } from 'node:crypto';
import { ApiError } from '#lib/client/index.ts';
import { type PageContext, visitOf } from './context.ts';
import { type Html, html, nothing, raw } from './html.ts';
import { enteredIn, versionsHtml } from './newest.ts';

export interface Form {
  /** Empty if the field is absent. */
  text(name: string): string;
  /** Undefined if the field is absent or empty. */
  optional(name: string): string | undefined;
  all(name: string): readonly string[];
  /** Spaces belong to a password. */
  secret(name: string): string;
  readonly entries: readonly (readonly [name: string, value: string])[];
}

export function formOf(entries: Form['entries']): Form {
  const all = (name: string) => entries.flatMap(([key, value]) => (key === name ? [value] : []));
  const text = (name: string) => all(name)[0]?.trim() ?? '';
  return {
    ...{ entries, all, text },
    optional: (name) => text(name) || undefined,
    secret: (name) => all(name)[0] ?? '',
  };
}

export async function readForm(c: PageContext): Promise<Form> {
  const body = await c.req.parseBody({ all: true });
  const entries = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[name, one] as const] : [])),
  );
  return formOf(entries);
}

/** The API has refused a form. The page shows the form again, with this. */
export interface Problem {
  readonly message: string;
  readonly status: 400 | 403 | 404 | 409;
  /** The API names fields by their paths, as the forms do. */
  readonly fields: ReadonlyMap<string, string>;
  readonly form: Form;
  /** Somebody has changed the resource since the form was shown. */
  readonly isOutdated?: boolean;
}

/** Errors that the person who filled in the form can correct. Others are pages of their own. */
export function problemOf(c: PageContext, error: unknown, form: Form): Problem | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const isLost = error.code?.startsWith('token_') === true || [429, 413].includes(error.status);
  if (error.status >= 500 || isLost) return undefined;
  const status = ([403, 404, 409] as const).find((known) => known === error.status) ?? 400;
  const known = visitOf(c).texts.common.errors[error.code ?? ''];
  // The details of a conflict name ids.
  const ofField = status === 409 ? known : undefined;
  const fields = new Map(error.details.map(({ path, message }) => [path, ofField ?? message]));
  return { message: known ?? error.message, status, fields, form, isOutdated: error.status === 412 };
}

interface Submission {
  /** Returns the path of the next page. */
  readonly run: (form: Form) => Promise<string>;
  /** Shows the page of the form again. */
  readonly again: (problem: Problem) => Response | Promise<Response>;
}

/** Handles a form: runs it and redirects, or shows it again. */
export async function submit(c: PageContext, { run, again }: Submission): Promise<Response> {
  const form = await readForm(c);
  try {
    return c.redirect(await run(form), 303);
  } catch (error) {
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return again(problem);
  }
}

const requestIdName = 'requestId';

/** Belongs to each form that creates something, so that sending it twice has its effect once. */
export const requestId = (): Html =>
  html`<input type="hidden" name="${requestIdName}" value="${randomUUID()}">`;

/** The options of the call that the form makes. */
export const once = (form: Form) => ({ idempotencyKey: form.optional(requestIdName) ?? randomUUID() });

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

type Attributes = Readonly<Record<string, string | number | boolean | undefined>>;

const attributesHtml = (all: Attributes): Html =>
  html`${Object.entries(all).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${raw(name)}` : html` ${raw(name)}="${String(value)}"`];
  })}`;

export interface Field {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly value?: string | number | undefined;
  readonly problem?: Problem | undefined;
  /** Shows a select with these values and their labels. */
  readonly options?: readonly (readonly [value: string, label: string])[];
  readonly isLong?: boolean;
  /** A filter needs no remark that it is optional. */
  readonly isFilter?: boolean;
  /** For example `type`, `required`, `maxlength` and `autocomplete`. */
  readonly attributes?: Attributes;
}

function controlHtml({ name, options, isLong }: Field, value: string, attributes: Attributes): Html {
  const all = attributesHtml({ name, id: name, ...attributes });
  if (isLong === true) return html`<textarea${all}>${value}</textarea>`;
  if (options === undefined) return html`<input${all} value="${value}">`;
  return html`<select${all}>${options.map(
    ([key, label]) => html`<option value="${key}"${raw(key === value ? ' selected' : '')}>${label}</option>`,
  )}</select>`;
}

/** Shows a field with its hint, and what the API says about it. */
export function field(c: PageContext, its: Field): Html {
  const { name, label, hint, problem, attributes = {} } = its;
  const sent = attributes.type === 'password' ? undefined : enteredIn(problem, name)?.[0];
  const error = problem?.fields.get(name);
  const described = [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ');
  const control = controlHtml(its, sent ?? String(its.value ?? ''), {
    ...attributes,
    'aria-invalid': error === undefined ? undefined : 'true',
    'aria-describedby': described || undefined,
  });
  const isOptional = !its.isFilter && !attributes.required && !attributes.readonly && !its.options;
  return html`<div class="field"><label for="${name}">${label}${
    isOptional ? html` <small>(${visitOf(c).texts.common.optional})</small>` : nothing
  }</label>${control}${hint ? html`<small id="${name}-hint">${hint}</small>` : nothing}${
    error ? html`<small id="${name}-error" class="error">${error}</small>` : nothing
  }${versionsHtml(c, its, sent)}</div>`;
}

/** A form with a single button, which asks before an irreversible action if the browser runs the script. */
export const buttonForm = (
  action: string,
  label: string,
  { fields = nothing, confirm, kind = '' }: { fields?: Html; confirm?: string; kind?: string } = {},
): Html =>
  html`<form method="post" action="${action}" class="inline"${confirm ? html` data-confirm="${confirm}"` : nothing}>
${requestId()}${fields}<button class="${kind}">${label}</button></form>`;
