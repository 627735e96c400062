// Signs managers in: password, second factor, and the work that the API asks for after many failures.
import { isApiError } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, hidden, type Problem, problemOf, readForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';
import { localPath } from '#lib/pages/shared/links.ts';
import { seal, unseal } from '#lib/pages/shared/sealed.ts';
import { endSession, startSession } from '#lib/pages/shared/session.ts';

const purpose = 'console-sign-in';
const path = '/console/sign-in';

/** The page to which the person returns. */
const targetOf = (c: PageContext, form?: Form): string =>
  localPath(form?.optional('to') ?? c.req.query('to'), visitOf(c).area.base);

const page = (c: PageContext, title: string, body: Html, problem?: Problem): Promise<Response> =>
  showPage(c, { title, name: visitOf(c).texts.signIn.name, body, problem, isNarrow: true });

function signInPage(c: PageContext, problem?: Problem, isExpired = false): Promise<Response> {
  const { texts } = visitOf(c);
  const { title, email, password, submit, forgot, ended, expired } = texts.signIn;
  const body = html`${whenever(c.req.query('ended') !== undefined && problem === undefined, () => notice('calm', ended))}
${whenever(isExpired, () => notice('bad', expired))}
<form method="post" action="${path}">${hidden('to', targetOf(c, problem?.form))}
${field(c, { name: 'email', label: email, problem, attributes: { type: 'email', required: true, autocomplete: 'username' } })}
${field(c, {
  name: 'password',
  label: password,
  attributes: { type: 'password', required: true, autocomplete: 'current-password', maxlength: 1024 },
})}
<button>${submit}</button></form><p><a href="/console/forgot-password">${forgot}</a></p>`;
  return page(c, title, body, problem);
}

interface Credentials {
  readonly email: string;
  readonly password: string;
}

/** The second step has the credentials of the first one, encrypted, so that no page contains a password. */
async function credentialsIn(form: Form, now: Date): Promise<Credentials | undefined> {
  const proof = form.optional('proof');
  if (proof === undefined) return { email: form.text('email'), password: form.secret('password') };
  const { email, password } = (await unseal(proof, { purpose, now })) ?? {};
  return email === undefined || password === undefined ? undefined : { email, password };
}

/** The fields of the next step. A challenge is valid for 15 minutes. */
async function stepFields(c: PageContext, form: Form, credentials: Credentials): Promise<Html> {
  const proof = await seal({ ...credentials }, { purpose, now: visitOf(c).now, seconds: 900 });
  return html`${hidden('to', targetOf(c, form))}${hidden('proof', proof)}`;
}

function codePage(c: PageContext, fields: Html, problem?: Problem): Promise<Response> {
  const { codeTitle, code, codeHint, submit, startAgain } = visitOf(c).texts.signIn;
  const attributes = { required: true, autocomplete: 'one-time-code', maxlength: 64, autofocus: true };
  const body = html`<form method="post" action="${path}">${fields}
${field(c, { name: 'factor', label: code, hint: codeHint, attributes })}
<button>${submit}</button></form><p><a href="${path}">${startAgain}</a></p>`;
  return page(c, codeTitle, body, problem);
}

interface Challenge {
  readonly token: string;
  readonly difficulty: number;
}

/** The script solves the challenge and sends the form. */
function challengePage(c: PageContext, fields: Html, form: Form, challenge: Challenge, seconds: number) {
  const { checkTitle, checkHint, checkWait } = visitOf(c).texts.signIn;
  const { token, difficulty } = challenge;
  const body = html`<p>${checkHint}</p><form method="post" action="${path}" data-challenge="${token}" data-difficulty="${difficulty}">
${fields}${hidden('factor', form.text('factor'))}${hidden('challenge', token)}${hidden('solution', '')}<progress></progress></form>
<noscript><p>${checkWait(String(Math.ceil(seconds / 60)))}</p></noscript>`;
  return page(c, checkTitle, body);
}

function proofOf(form: Form) {
  const factor = form.text('factor').replaceAll(' ', '');
  const token = form.optional('challenge');
  const isCode = /^\d{6}$/.test(factor);
  return {
    ...(factor !== '' && (isCode ? { code: factor } : { recoveryCode: factor })),
    ...(token !== undefined && { challenge: { token, solution: form.text('solution') } }),
  };
}

async function signIn(c: PageContext): Promise<Response> {
  const { api, area, now } = visitOf(c);
  const form = await readForm(c);
  const credentials = await credentialsIn(form, now);
  if (credentials === undefined) return signInPage(c, undefined, true);
  try {
    const { accessToken } = await api.auth.login({ ...credentials, ...proofOf(form) });
    await startSession(c, area, { token: accessToken, mode: 'live' });
    return c.redirect(targetOf(c, form), 303);
  } catch (error) {
    const fields = await stepFields(c, form, credentials);
    if (isApiError(error, 'second_factor_required')) return codePage(c, fields);
    if (isApiError(error, 'login_challenge'))
      return challengePage(c, fields, form, error.challenge as Challenge, error.retryAfter ?? 900);
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return isApiError(error, 'second_factor_invalid') ? codePage(c, fields, problem) : signInPage(c, problem);
  }
}

async function signOut(c: PageContext): Promise<Response> {
  const { api, area } = visitOf(c);
  try {
    await api.auth.logout();
  } catch (error) {
    // The session has already ended.
    if (!isApiError(error)) throw error;
  }
  endSession(c, area);
  return c.redirect(`${path}?done=out`, 303);
}

export function addSignIn(app: Pages): void {
  app.get('/console/sign-in', (c) => signInPage(c));
  app.post('/console/sign-in', signIn);
  app.post('/console/sign-out', signOut);
}
