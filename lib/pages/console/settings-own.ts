// Changes the password of the person who has signed in, and leads to the second factor.
import type { Pages } from '#lib/pages/shared/app.ts';
import { linkButton } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, type Problem } from '#lib/pages/shared/forms.ts';
import { type Html, html } from '#lib/pages/shared/html.ts';
import { addForm, section, stackedForm } from './inputs.ts';
import { showSettings } from './settings-frame.ts';
import { accountOf } from './show.ts';
import { secretHtml } from './shown-once.ts';

const path = '/console/settings/own';

/** The person knows the own e-mail address, so only the password can be wrong. */
export function aboutPassword(c: PageContext, problem?: Problem): Problem | undefined {
  const { common, own } = visitOf(c).texts;
  if (problem === undefined || problem.message !== common.errors.credentials_invalid) return problem;
  return { ...problem, message: own.wrongPassword };
}

const passwordField = (
  c: PageContext,
  name: string,
  label: string,
  autocomplete: string,
  problem?: Problem,
) =>
  field(c, {
    name,
    label,
    problem,
    attributes: { type: 'password', required: true, autocomplete, maxlength: 1024 },
  });

export const currentPassword = (c: PageContext, problem?: Problem): Html =>
  passwordField(c, 'currentPassword', visitOf(c).texts.own.currentPassword, 'current-password', problem);

async function ownPage(c: PageContext): Promise<Response> {
  const { own, settings } = visitOf(c).texts;
  const { me } = await accountOf(c);
  const factor = me.hasSecondFactor ? own.factorOn : own.factorOff;
  const change = me.hasSecondFactor ? own.turnOff : own.turnOn;
  const body = html`${await secretHtml(c, own.recoveryHint)}
${section(own.password, html`<p>${own.passwordHint}</p>${linkButton(`${path}/password`, own.changePassword, 'secondary')}`)}
${section(own.factor, html`<p>${factor}</p>${linkButton(`${path}/second-factor`, change, 'secondary')}`)}`;
  return showSettings(c, { title: settings.title, body });
}

function passwordPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { own } = visitOf(c).texts;
  const fields = html`${currentPassword(c, problem)}${passwordField(c, 'newPassword', own.newPassword, 'new-password', problem)}
<p><small>${own.newPasswordHint}</small></p>`;
  const body = stackedForm(`${path}/password`, fields, own.changePassword);
  return showSettings(c, { title: own.changePassword, body, problem: aboutPassword(c, problem) });
}

async function changePassword(c: PageContext, form: Form): Promise<string> {
  const input = { currentPassword: form.secret('currentPassword'), newPassword: form.secret('newPassword') };
  await visitOf(c).api.auth.changePassword(input);
  return `${path}?done=passwordChanged`;
}

export function addOwnAccount(app: Pages): void {
  app.get('/console/settings/own', ownPage);
  app.get('/console/settings/own/password', (c) => passwordPage(c));
  addForm(app, '/console/settings/own/password', changePassword, passwordPage);
}
