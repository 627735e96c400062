// Runs forms, and says what is wrong with them. docs/decisions/0164 explains their versions.
import { randomUUID } from 'node:crypto';
import { ApiError, isApiError } from '#lib/client/index.ts';
import { type PageContext, type PageHandler, type Visit, visitOf } from './context.ts';
import { Form, type Problem } from './form.ts';
import { forReaders } from './messages.ts';

export async function readForm(c: PageContext): Promise<Form> {
  const body = await c.req.parseBody({ all: true });
  const entries = Object.entries(body).flatMap(([name, value]) =>
    [value].flat().flatMap((one) => (typeof one === 'string' ? [[name, one] as const] : [])),
  );
  return new Form(entries, visitOf(c).language);
}

/** A form is refused before the API sees it. */
export class Refusal extends Error {
  readonly fields: readonly string[];

  constructor(message: string, ...fields: readonly string[]) {
    super(message);
    this.fields = fields;
  }
}

/** Errors that the person who filled in the form can correct. Others are pages of their own, so this throws them. */
export function problemOf(c: PageContext, error: unknown, form: Form): Problem {
  if (error instanceof Refusal) {
    const { message, fields } = error;
    return { message, status: 400, fields: new Map(fields.map((name) => [name, message])), form };
  }
  if (!(error instanceof ApiError)) throw error;
  const isLost = error.code?.startsWith('token_') === true || [429, 413].includes(error.status);
  if (error.status >= 500 || isLost) throw error;
  const status = ([403, 404, 409] as const).find((known) => known === error.status) ?? 400;
  const { area, texts, language } = visitOf(c);
  const known = texts.common.errors[error.code ?? ''];
  const forPeople = area.fieldErrors?.(language) ?? {};
  // The details of a conflict name ids.
  const ofField = status === 409 ? known : undefined;
  const fields = new Map(
    error.details.map(({ path, message }) => [
      path,
      forPeople[path] ?? ofField ?? forReaders(texts, message),
    ]),
  );
  const isMarked = form.entries.some(([name]) => fields.has(name) || fields.has(name.split('.')[0] ?? ''));
  const isAboutFields = error.status === 400 && (known === undefined || error.code === 'validation_failed');
  const [hidden] = isAboutFields && !isMarked ? fields.values() : [];
  const message = hidden ?? known ?? forReaders(texts, error.message);
  return { message, status, fields, form, isOutdated: error.status === 412 };
}

/** Returns the path of the next page, or the page. */
export type Run = (visit: Visit, form: Form) => Promise<string | Response>;

/** Handles a form: runs it and redirects, or shows its page again with what the API says. */
export const formHandler =
  (again: PageHandler, run: Run): PageHandler =>
  async (c) => {
    const form = await readForm(c);
    try {
      const next = await run(visitOf(c), form);
      return typeof next === 'string' ? c.redirect(next, 303) : next;
    } catch (error) {
      c.set('problem', problemOf(c, error, form));
      return again(c);
    }
  };

export const requestIdName = 'requestId';

/** The options of the call of a form that creates something, so that sending it twice has its effect once. */
export const once = (form: Form) => ({ idempotencyKey: form.optional(requestIdName) ?? randomUUID() });

/** The options of the call of a form that changes a resource with versions: it names the version that it shows. */
export function ifUnchanged(form: Form) {
  const version = form.optional('version');
  return version === undefined ? {} : { headers: { 'if-match': version } };
}

/** Replaces failures with one of these statuses or codes by another answer. */
export const recover = <Answer, Other>(
  call: Promise<Answer>,
  expected: readonly (number | string)[],
  answer: (error: ApiError) => Other | Promise<Other>,
): Promise<Answer | Other> =>
  call.catch((error: unknown) => {
    const isExpected =
      isApiError(error) && [error.status, error.code].some((one) => expected.includes(one ?? ''));
    if (!isExpected) throw error;
    return answer(error);
  });

/** Somebody who deletes twice has what they want. */
export const unlessGone = (deletion: Promise<unknown>) => recover(deletion, [404], () => undefined);

/** The values that differ from those of the resource. */
export const changesOf = <Changes extends object>(before: object, after: Changes): Changes =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(before[name as keyof typeof before]) !== JSON.stringify(value),
    ),
  ) as Changes;
