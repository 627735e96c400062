// Sends a person the link with which to choose a password.
import type { Pages } from '#lib/pages/shared/app.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, type Problem, submit } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';

const path = '/console/forgot-password';

function forgotPage(c: PageContext, problem?: Problem): Promise<Response> {
  const { name, email, forgotTitle, forgotHint, forgotSubmit, sent, back } = visitOf(c).texts.signIn;
  const attributes = { type: 'email', required: true, autocomplete: 'username' };
  const form = html`<p>${forgotHint}</p><form method="post" action="${path}">
${field(c, { name: 'email', label: email, problem, attributes })}<button>${forgotSubmit}</button></form>`;
  const isSent = c.req.query('sent') !== undefined && problem === undefined;
  const body = html`${isSent ? notice('good', sent) : form}<p><a href="/console/sign-in">${back}</a></p>`;
  return showPage(c, { title: forgotTitle, name, body, problem, isNarrow: true });
}

export function addForgotPassword(app: Pages): void {
  app.get('/console/forgot-password', (c) => forgotPage(c));
  app.post('/console/forgot-password', (c) =>
    submit(c, {
      run: async (form) => {
        await visitOf(c).api.auth.forgotPassword({ email: form.text('email') });
        return `${path}?sent=1`;
      },
      again: (problem) => forgotPage(c, problem),
    }),
  );
}
