// Lets people apply to become creators. The link in an e-mail confirms an application.
import { isApiError } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, hidden, type Problem, readForm, submit } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { portalPath, programOf, showPublic, slugOf } from './show.ts';

async function joinPage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.portal.join;
  const { name: brand, acceptsApplications } = await programOf(c);
  const signIn = html`<p><a href="${portalPath(c, '/sign-in')}">${its.already}</a></p>`;
  if (!acceptsApplications)
    return showPublic(c, { title: its.closedTitle, body: html`<p>${its.closed(brand)}</p>${signIn}` });
  const required = { required: true, maxlength: 200 };
  const body = html`<p>${its.lead}</p><form method="post" action="${portalPath(c, '/join')}">
${field(c, { name: 'name', label: its.name, problem, attributes: { ...required, autocomplete: 'name' } })}
${field(c, { name: 'email', label: its.email, problem, attributes: { ...required, type: 'email', autocomplete: 'email' } })}
${field(c, { name: 'profileUrl', label: its.profileUrl, problem, attributes: { type: 'url', placeholder: 'https://' } })}
${field(c, { name: 'message', label: its.message, problem, isLong: true, attributes: { maxlength: 1000, rows: 4 } })}
<div class="trap" aria-hidden="true"><label>${its.website}<input name="website" tabindex="-1" autocomplete="off"></label></div>
<button>${its.send}</button></form>${signIn}`;
  return showPublic(c, { title: its.title(brand), body, problem });
}

const simplePage = (c: PageContext, title: string, text: string): Promise<Response> =>
  showPublic(c, { title, body: html`<p>${text}</p>` });

function joinedPage(c: PageContext): Promise<Response> {
  const { sentTitle, sent, confirmedTitle, confirmed } = visitOf(c).texts.portal.join;
  return c.req.query('confirmed') === undefined
    ? simplePage(c, sentTitle, sent)
    : simplePage(c, confirmedTitle, confirmed);
}

function confirmPage(c: PageContext): Promise<Response> {
  const { confirmTitle, confirmLead, confirm } = visitOf(c).texts.portal.join;
  const body = html`<p>${confirmLead}</p><form method="post" action="${portalPath(c, '/application')}">
${hidden('token', c.req.query('token') ?? '')}<button>${confirm}</button></form>`;
  return showPublic(c, { title: confirmTitle, body });
}

async function confirmApplication(c: PageContext): Promise<Response> {
  const { usedTitle, used } = visitOf(c).texts.portal.join;
  const form = await readForm(c);
  try {
    await visitOf(c).api.programs.confirm({ token: form.text('token') });
    return c.redirect(portalPath(c, '/joined?confirmed=1'), 303);
  } catch (error) {
    if (isApiError(error, 'link_invalid', 'validation_failed')) return simplePage(c, usedTitle, used);
    throw error;
  }
}

export function addJoin(app: Pages): void {
  app.get('/creators/:slug/join', (c) => joinPage(c));
  app.post('/creators/:slug/join', (c) =>
    submit(c, {
      run: async (form) => {
        const [profileUrl, message] = [form.optional('profileUrl'), form.optional('message')];
        const person = { name: form.text('name'), email: form.text('email'), profileUrl, message };
        const { api, language } = visitOf(c);
        await api.programs.apply(slugOf(c), { ...person, language, website: form.optional('website') });
        return portalPath(c, '/joined');
      },
      again: (problem) => joinPage(c, problem),
    }),
  );
  app.get('/creators/:slug/joined', joinedPage);
  app.get('/creators/:slug/application', confirmPage);
  app.post('/creators/:slug/application', confirmApplication);
}
