// Turns the second factor of a person on and off.
import type { MiddlewareHandler } from 'hono';
import { isApiError } from '#lib/client/index.ts';
import { addPage, formHandler, type Run, visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageContext, PageEnv, PageHandler } from '#lib/pages/shared/context.ts';
import { field, hidden, stackedForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing, notice } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';
import { qrCode } from '#lib/pages/shared/qr-code.ts';
import { seal, unseal } from '#lib/pages/shared/sealed.ts';
import { currentPassword, withPassword } from './own.ts';
import { keepSecret } from './shown-once.ts';

const own = '/console/settings/own';
const path = `${own}/second-factor`;
const purpose = 'console-second-factor';

const codeField = (c: PageContext, hint: string): Html =>
  field(c, 'code', visitOf(c).texts.own.code, {
    ...{ hint, required: true },
    ...{ autocomplete: 'one-time-code', maxlength: 64 },
  });

/** Without the frame of the console: if the brand requires a second factor, a person without one can read nothing else. */
function showFactor(c: PageContext, title: string, form: Html): Promise<Response> {
  const body = html`${form}<p><a href="${own}">${visitOf(c).texts.common.back}</a></p>`;
  return showPage(c, { title, body, isNarrow: true });
}

/** Leads people without a second factor to the page on which they turn one on, if the brand requires it. */
export const demandSecondFactor: MiddlewareHandler<PageEnv> = async (c, next) => {
  await next();
  if (isApiError(c.error, 'second_factor_missing')) c.res = c.redirect(`${path}?required=1`, 303);
};

const factorPage: PageHandler = async (c) => {
  const { api, texts } = visitOf(c);
  const { own: its } = texts;
  const { hasSecondFactor: isOn } = await api.users.me();
  const fields = html`${currentPassword(c)}${isOn ? codeField(c, its.offCodeHint) : nothing}`;
  const form = isOn
    ? stackedForm(`${path}/off`, fields, its.turnOff)
    : stackedForm(`${path}/begin`, fields, its.next);
  const required = c.req.query('required') === undefined ? nothing : notice('warning', its.required);
  const body = html`${required}<p>${isOn ? its.offHint : its.onHint}</p>${form}`;
  return showFactor(c, isOn ? its.turnOff : its.turnOn, body);
};

/** The form keeps the secret encrypted, so that a wrong code shows the same QR code again. */
async function setupPage(c: PageContext, sealed: string): Promise<Response> {
  const { texts, now } = visitOf(c);
  const { own: its } = texts;
  const { secret, uri } = (await unseal(sealed, { purpose, now })) ?? {};
  if (secret === undefined || uri === undefined) return factorPage(c);
  const fields = html`${hidden('setup', sealed)}${codeField(c, '')}`;
  const body = html`<p>${its.scan}</p>${qrCode(uri, its.qrCode)}<p>${its.typeSecret} <code>${secret.replaceAll(/.{4}(?=.)/g, '$& ')}</code></p>
<p>${its.confirmHint}</p>${stackedForm(`${path}/confirm`, fields, its.turnOn)}`;
  return showFactor(c, its.turnOn, body);
}

/** The answer to this form is a page, because the secret must not be in an address. Sending the form again begins again. */
const begin: Run = async (visit, form) => {
  const { c, api, now } = visit;
  const input = { currentPassword: form.secret('currentPassword') };
  const { secret, uri } = await withPassword(visit, api.secondFactor.begin(input));
  return setupPage(c, await seal({ secret, uri }, { purpose, now, seconds: 900 }));
};

const confirm: Run = async ({ c, api }, form) => {
  const code = form.text('code').replaceAll(' ', '');
  const { recoveryCodes } = await api.secondFactor.confirm({ code });
  await keepSecret(c, recoveryCodes.join('\n'));
  return `${own}?done=factorOn`;
};

const turnOff: Run = async (visit, form) => {
  const code = form.text('code').replaceAll(' ', '');
  const proof = /^\d{6}$/.test(code) ? { code } : { recoveryCode: code };
  const input = { currentPassword: form.secret('currentPassword'), ...proof };
  await withPassword(visit, visit.api.secondFactor.disable(input));
  return `${own}?done=factorOff`;
};

export function addSecondFactor(app: Pages): void {
  addPage(app, path, factorPage, { '/begin': begin, '/off': turnOff });
  const again: PageHandler = (c) => setupPage(c, visitOf(c).problem?.form.text('setup') ?? '');
  app.post(`${path}/confirm`, formHandler(again, confirm));
}
