// Signs managers in: password, second factor, and the work that the API asks for after many failures.
import { isApiError } from '#lib/client/index.ts';
import { addPage, type Run, visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageContext, PageHandler } from '#lib/pages/shared/context.ts';
import type { Form } from '#lib/pages/shared/form.ts';
import { field, hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html, notice, whenever } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';
import { localPath } from '#lib/pages/shared/links.ts';
import { seal, unseal } from '#lib/pages/shared/sealed.ts';
import { signOut, startSession } from '#lib/pages/shared/session.ts';
import { problemOf } from '#lib/pages/shared/submit.ts';

const purpose = 'console-sign-in';
const path = '/console/sign-in';
const forgotPath = '/console/forgot-password';

/** The page to which the person returns. */
const targetOf = (c: PageContext, form?: Form): string =>
  localPath(form?.optional('to') ?? c.req.query('to'), visitOf(c).area.base);

const page = (c: PageContext, title: string, body: Html): Promise<Response> =>
  showPage(c, { title, name: visitOf(c).texts.signIn.name, body, isNarrow: true });

function signInPage(c: PageContext, isExpired = false): Promise<Response> {
  const { texts, problem } = visitOf(c);
  const { title, email, password, submit, forgot, ended, expired } = texts.signIn;
  const isEnded = c.req.query('ended') !== undefined && problem === undefined;
  const secret = { type: 'password', required: true, autocomplete: 'current-password', maxlength: 1024 };
  const body = html`${whenever(isEnded, () => notice('calm', ended))}${whenever(isExpired, () => notice('bad', expired))}
<form method="post" action="${path}">${hidden('to', targetOf(c, problem?.form))}
${field(c, 'email', email, { type: 'email', required: true, autocomplete: 'username' })}${field(c, 'password', password, secret)}
<button>${submit}</button></form><p><a href="/console/forgot-password">${forgot}</a></p>`;
  return page(c, title, body);
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

function codePage(c: PageContext, fields: Html): Promise<Response> {
  const { codeTitle, code, codeHint, submit, startAgain } = visitOf(c).texts.signIn;
  const its = {
    hint: codeHint,
    required: true,
    autocomplete: 'one-time-code',
    maxlength: 64,
    autofocus: true,
  };
  const body = html`<form method="post" action="${path}">${fields}${field(c, 'factor', code, its)}
<button>${submit}</button></form><p><a href="${path}">${startAgain}</a></p>`;
  return page(c, codeTitle, body);
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

const signIn: Run = async ({ c, api, area, now }, form) => {
  const credentials = await credentialsIn(form, now);
  if (credentials === undefined) return signInPage(c, true);
  try {
    const { accessToken } = await api.auth.login({ ...credentials, ...proofOf(form) });
    await startSession(c, area, { token: accessToken, mode: 'live' });
    return targetOf(c, form);
  } catch (error) {
    const fields = await stepFields(c, form, credentials);
    if (isApiError(error, 'second_factor_required')) return codePage(c, fields);
    if (isApiError(error, 'login_challenge'))
      return challengePage(c, fields, form, error.challenge as Challenge, error.retryAfter ?? 900);
    if (!isApiError(error, 'second_factor_invalid')) throw error;
    c.set('problem', problemOf(c, error, form));
    return codePage(c, fields);
  }
};

const leave: PageHandler = async (c) => {
  await signOut(c, visitOf(c).api.auth.logout());
  return c.redirect(`${path}?done=out`, 303);
};

/** Sends a person the link with which to choose a password. */
const forgotPage: PageHandler = (c) => {
  const { texts, problem } = visitOf(c);
  const { email, forgotTitle, forgotHint, forgotSubmit, sent, back } = texts.signIn;
  const form = html`<p>${forgotHint}</p><form method="post" action="${forgotPath}">
${field(c, 'email', email, { type: 'email', required: true, autocomplete: 'username' })}<button>${forgotSubmit}</button></form>`;
  const isSent = c.req.query('sent') !== undefined && problem === undefined;
  return page(
    c,
    forgotTitle,
    html`${isSent ? notice('good', sent) : form}<p><a href="${path}">${back}</a></p>`,
  );
};

const sendLink: Run = async ({ api }, form) => {
  await api.auth.forgotPassword(form.texts('email'));
  return `${forgotPath}?sent=1`;
};

export function addSignIn(app: Pages): void {
  addPage(app, path, (c) => signInPage(c), { '': signIn });
  app.post('/console/sign-out', leave);
  addPage(app, forgotPath, forgotPage, { '': sendLink });
}
