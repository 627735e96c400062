// Turns the second factor of a person on and off.
import type { MiddlewareHandler } from 'hono';
import { isApiError } from '#lib/client/index.ts';
import { now } from '#lib/foundation/shared/clock.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, type PageEnv, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, hidden, type Problem, problemOf, readForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { seal, unseal } from '#lib/pages/shared/sealed.ts';
import { addForm, stackedForm } from './inputs.ts';
import { aboutPassword, currentPassword } from './settings-own.ts';
import { keepSecret } from './shown-once.ts';

const path = '/console/settings/own';
const purpose = 'console-second-factor';

const codeField = (c: PageContext, hint: string, problem?: Problem): Html =>
  field(c, {
    name: 'code',
    label: visitOf(c).texts.own.code,
    hint,
    problem,
    attributes: { required: true, autocomplete: 'one-time-code', maxlength: 64 },
  });

/** Without the frame of the console: if the brand requires a second factor, a person without one can read nothing else. */
function factorFrame(c: PageContext, title: string, form: Html, problem?: Problem): Promise<Response> {
  const body = html`${form}<p><a href="${path}">${visitOf(c).texts.common.back}</a></p>`;
  return showPage(c, { title, body, problem, isNarrow: true });
}

/** Leads people without a second factor to the page on which they turn one on, if the brand requires it. */
export const demandSecondFactor: MiddlewareHandler<PageEnv> = async (c, next) => {
  await next();
  if (isApiError(c.error, 'second_factor_missing'))
    c.res = c.redirect(`${path}/second-factor?required=1`, 303);
};

async function factorPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { api, texts } = visitOf(c);
  const { own } = texts;
  const { hasSecondFactor: isOn } = await api.users.me();
  const fields = html`${currentPassword(c, problem)}${isOn ? codeField(c, own.offCodeHint, problem) : ''}`;
  const form = stackedForm(
    `${path}/second-factor/${isOn ? 'off' : 'begin'}`,
    fields,
    isOn ? own.turnOff : own.next,
  );
  const required = c.req.query('required') === undefined ? nothing : notice('warning', own.required);
  const body = html`${required}<p>${isOn ? own.offHint : own.onHint}</p>${form}`;
  return factorFrame(c, isOn ? own.turnOff : own.turnOn, body, aboutPassword(c, problem));
}

/** The form keeps the secret encrypted, so that a wrong code shows the same QR code again. */
async function setupPage(c: PageContext, sealed: string, problem?: Problem): Promise<Response> {
  const { own } = visitOf(c).texts;
  const { secret, uri } = (await unseal(sealed, { purpose, now: now() })) ?? {};
  if (secret === undefined || uri === undefined) return factorPage(c, problem);
  const form = stackedForm(
    `${path}/second-factor/confirm`,
    html`${hidden('setup', sealed)}${codeField(c, '', problem)}`,
    own.turnOn,
  );
  const body = html`<p>${own.scan}</p>${qrCode(uri, own.qrCode)}<p>${own.typeSecret} <code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
<p>${own.confirmHint}</p>${form}`;
  return factorFrame(c, own.turnOn, body, problem);
}

/** The answer to this form is a page, because the secret must not be in an address. Sending the form again begins again. */
async function begin(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  try {
    const currentPassword = form.secret('currentPassword');
    const { secret, uri } = await visitOf(c).api.secondFactor.begin({ currentPassword });
    return await setupPage(c, await seal({ secret, uri }, { purpose, now: now(), seconds: 900 }));
  } catch (error) {
    const problem = problemOf(c, error, form);
    if (problem === undefined) throw error;
    return factorPage(c, problem);
  }
}

async function confirm(c: PageContext, form: Form): Promise<string> {
  const code = form.text('code').replaceAll(' ', '');
  const { recoveryCodes } = await visitOf(c).api.secondFactor.confirm({ code });
  await keepSecret(c, recoveryCodes.join('\n'));
  return `${path}?done=factorOn`;
}

async function turnOff(c: PageContext, form: Form): Promise<string> {
  const code = form.text('code').replaceAll(' ', '');
  const proof = /^\d{6}$/.test(code) ? { code } : { recoveryCode: code };
  await visitOf(c).api.secondFactor.disable({ currentPassword: form.secret('currentPassword'), ...proof });
  return `${path}?done=factorOff`;
}

export function addSecondFactor(app: Pages): void {
  app.get('/console/settings/own/second-factor', (c) => factorPage(c));
  app.post('/console/settings/own/second-factor/begin', begin);
  addForm(app, '/console/settings/own/second-factor/confirm', confirm, (c, problem) =>
    setupPage(c, problem.form.text('setup'), problem),
  );
  addForm(app, '/console/settings/own/second-factor/off', turnOff, factorPage);
}
