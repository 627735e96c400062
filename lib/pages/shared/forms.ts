// Shows forms and their fields, and what is wrong with them.
import { randomUUID } from 'node:crypto';
import { type PageContext, visitOf } from './context.ts';
import type { Problem } from './form.ts';
import { type Html, html, nothing, raw } from './html.ts';
import { requestIdName } from './submit.ts';

export const hidden = (name: string, value: string): Html =>
  html`<input type="hidden" name="${name}" value="${value}">`;

/** Belongs to each form that creates something. */
export const requestId = (): Html => hidden(requestIdName, randomUUID());

/** Belongs to each form that changes a resource with versions. A form with another problem keeps its version, because it keeps its values. */
export function versionField(c: PageContext, { headers }: Response): Html {
  const { problem } = visitOf(c);
  const isNewest = problem === undefined || problem.isOutdated;
  return hidden('version', isNewest ? (headers.get('etag') ?? '') : problem.form.text('version'));
}

/** A form with fields below each other. */
export const stackedForm = (action: string, fields: Html, label: string): Html =>
  html`<form method="post" action="${action}" class="stacked">${requestId()}${fields}<button>${label}</button></form>`;

interface ButtonForm {
  readonly fields?: Html;
  /** Asked before an irreversible action, if the browser runs the script. */
  readonly confirm?: string;
  readonly kind?: string;
}

/** A form with a single button. */
export const buttonForm = (
  action: string,
  label: string,
  { fields = nothing, confirm, kind = '' }: ButtonForm = {},
): Html =>
  html`<form method="post" action="${action}" class="inline"${confirm ? html` data-confirm="${confirm}"` : nothing}>
${requestId()}${fields}<button class="${kind}">${label}</button></form>`;

type Option = readonly [value: string, label: string];
type Labels = Readonly<Record<string, string>>;

export const optionsOf = (labels: Labels, values = Object.keys(labels)): readonly Option[] =>
  values.map((value) => [value, labels[value] ?? value]);

type AttributeName =
  | ('type' | 'required' | 'maxlength' | 'autocomplete' | 'inputmode' | 'placeholder' | 'rows' | 'dir')
  | ('spellcheck' | 'step' | 'accept' | 'readonly' | 'autofocus' | 'list' | `data-${string}`);
type Attributes = { readonly [Name in AttributeName]?: string | number | boolean | undefined };

const attributesHtml = (all: object): Html =>
  html`${Object.entries(all).flatMap(([name, value]) => {
    if (value === undefined || value === false) return [];
    return [value === true ? html` ${raw(name)}` : html` ${raw(name)}="${String(value)}"`];
  })}`;

/** Browsers send other line ends than they have received. */
const joined = (values: readonly string[]): string => values.join('\n').replaceAll('\r\n', '\n');

/** The problem of the form that contains a field. A page can contain several forms. */
function problemAt(c: PageContext, name: string): Problem | undefined {
  const { problem } = visitOf(c);
  const isIn = problem?.form.entries.some(([one]) => one === name || one === `was.${name}`);
  return isIn || problem?.fields.has(name) ? problem : undefined;
}

/** Undefined for a field without a problem, and for one that the person has not touched, which shows the newest value. */
function enteredIn(problem: Problem | undefined, name: string): readonly string[] | undefined {
  const entered = problem?.form.all(name);
  const isUntouched = joined(entered ?? []) === joined(problem?.form.all(`was.${name}`) ?? []);
  return problem?.isOutdated === true && isUntouched ? undefined : entered;
}

/** Tells which values the form was shown with. A form with another problem keeps them, as it keeps its version. */
function originalHtml(problem: Problem | undefined, name: string, values: readonly string[]): Html {
  const originals = problem === undefined || problem.isOutdated ? values : problem.form.all(`was.${name}`);
  return html`${originals.map((value) => hidden(`was.${name}`, value))}`;
}

export interface FieldOptions extends Attributes {
  readonly hint?: string;
  readonly value?: string | number | null | undefined;
  /** Shows a select with these values and their labels. */
  readonly options?: readonly Option[] | undefined;
  readonly isLong?: boolean;
  /** A filter needs no remark that it is optional. */
  readonly isFilter?: boolean;
  /** Replaces what the API says about the field. */
  readonly ownError?: string | undefined;
}

function controlHtml({ options, isLong }: FieldOptions, value: string, attributes: object): Html {
  const all = attributesHtml(attributes);
  if (isLong === true) return html`<textarea${all}>${value}</textarea>`;
  if (options === undefined) return html`<input${all} value="${value}">`;
  return html`<select${all}>${options.map(
    ([key, label]) => html`<option value="${key}"${raw(key === value ? ' selected' : '')}>${label}</option>`,
  )}</select>`;
}

/** The own value stays in the field, and sending the form again replaces the newest one. */
function newestHtml(c: PageContext, value: string, options: FieldOptions['options']): Html {
  const { newest, none } = visitOf(c).texts.common;
  const label = options?.find(([key]) => key === value)?.[1] ?? value;
  return html`<small class="error">${newest} <bdi>${label || none}</bdi></small>`;
}

/** Shows a field with its hint, and what the API says about it. */
export function field(c: PageContext, name: string, label: string, its: FieldOptions = {}): Html {
  const { hint, value, options, isLong, isFilter = false, ownError, ...attributes } = its;
  const problem = problemAt(c, name);
  const known = String(value ?? '');
  const sent = attributes.type === 'password' ? undefined : enteredIn(problem, name)?.[0];
  const apiError = problem?.fields.get(name);
  const error = apiError && (ownError ?? apiError);
  const control = controlHtml(its, sent ?? known, {
    ...{ name, id: name },
    ...attributes,
    'aria-invalid': error === undefined ? undefined : 'true',
    // The browser scrolls to the first such field, also without a script.
    ...(error !== undefined && { autofocus: true }),
    'aria-describedby':
      [hint && `${name}-hint`, error && `${name}-error`].filter(Boolean).join(' ') || undefined,
  });
  const isOptional = !isFilter && !attributes.required && !attributes.readonly && !options;
  const isReplaced = problem?.isOutdated === true && sent !== undefined && sent !== known;
  return html`<div class="field"><label for="${name}">${label}${
    isOptional ? html` <small>(${visitOf(c).texts.common.optional})</small>` : nothing
  }</label>${control}${hint ? html`<small id="${name}-hint">${hint}</small>` : nothing}${
    error ? html`<small id="${name}-error" class="error">${error}</small>` : nothing
  }${isReplaced ? newestHtml(c, known, options) : nothing}${
    value === undefined || isFilter ? nothing : originalHtml(problem, name, [known])
  }</div>`;
}

/** Boxes of which a person checks any number. */
export function boxes(
  c: PageContext,
  name: string,
  legend: string,
  { options, on }: { readonly options: readonly Option[]; readonly on: readonly string[] },
): Html {
  const problem = problemAt(c, name);
  const checked = enteredIn(problem, name) ?? on;
  return html`<fieldset class="boxes"><legend>${legend}</legend>${options.map(
    ([value, label]) =>
      html`<label><input type="checkbox" name="${name}" value="${value}"${checked.includes(value) ? html` checked` : nothing}> ${label}</label>`,
  )}</fieldset>${originalHtml(problem, name, on)}`;
}
