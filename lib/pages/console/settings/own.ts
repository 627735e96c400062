// Changes the password of the person who has signed in, and leads to the second factor.
import { consolePage, plainPage } from '#lib/pages/console/page.ts';
import { addPage, type Visit, visitOf } from '#lib/pages/console/visit.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { type FieldOptions, field, stackedForm } from '#lib/pages/shared/forms.ts';
import { type Html, html, linkButton, section } from '#lib/pages/shared/html.ts';
import { Refusal, recover } from '#lib/pages/shared/submit.ts';
import { inSettings } from './frame.ts';
import { secretHtml } from './shown-once.ts';

const path = '/console/settings/own';

/** The person knows the own e-mail address, so only the password can be wrong. */
export const withPassword = <Answer>({ texts }: Visit, call: Promise<Answer>): Promise<Answer> =>
  recover(call, ['credentials_invalid'], (): never => {
    throw new Refusal(texts.own.wrongPassword);
  });

const password = { type: 'password', required: true, maxlength: 1024 } satisfies FieldOptions;

export const currentPassword = (c: PageContext): Html =>
  field(c, 'currentPassword', visitOf(c).texts.own.currentPassword, {
    ...password,
    autocomplete: 'current-password',
  });

const ownPage = consolePage(
  ({ c, texts }) => secretHtml(c, texts.own.recoveryHint),
  ({ texts: { own: its, settings }, me }, secret) => {
    const factor = me.hasSecondFactor ? its.factorOn : its.factorOff;
    const change = me.hasSecondFactor ? its.turnOff : its.turnOn;
    const passwordLink = linkButton(`${path}/password`, its.changePassword, 'secondary');
    const factorLink = linkButton(`${path}/second-factor`, change, 'secondary');
    const body = html`${secret}${section(its.password, html`<p>${its.passwordHint}</p>${passwordLink}`)}
${section(its.factor, html`<p>${factor}</p>${factorLink}`)}`;
    return { title: settings.title, body };
  },
  inSettings,
);

const passwordPage = plainPage(({ c, texts: { own: its } }) => {
  const fields = html`${currentPassword(c)}
${field(c, 'newPassword', its.newPassword, { ...password, autocomplete: 'new-password' })}
<p><small>${its.newPasswordHint}</small></p>`;
  const body = stackedForm(`${path}/password`, fields, its.changePassword);
  return { title: its.changePassword, body };
}, inSettings);

export function addOwnAccount(app: Pages): void {
  addPage(app, path, ownPage);
  addPage(app, `${path}/password`, passwordPage, {
    '': async (visit, form) => {
      const passwords = {
        currentPassword: form.secret('currentPassword'),
        newPassword: form.secret('newPassword'),
      };
      await withPassword(visit, visit.api.auth.changePassword(passwords));
      return `${path}?done=passwordChanged`;
    },
  });
}
