// Shows and changes the profile of a creator, and deletes the account.
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, type Problem, readForm, submit } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { endSession } from '#lib/pages/shared/session.ts';
import { creatorOf, portalPath, showPortal } from './show.ts';

async function profilePage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.portal.profile;
  const { profile } = await creatorOf(c);
  const body = html`<form method="post" action="${portalPath(c, '/profile')}">
${field(c, { name: 'name', label: its.name, value: profile.name, problem, attributes: { required: true, maxlength: 200, autocomplete: 'name' } })}
${field(c, { name: 'profileUrl', label: its.profileUrl, hint: its.profileUrlHint, value: profile.profileUrl ?? '', problem, attributes: { type: 'url', maxlength: 2048 } })}
${field(c, { name: 'email', label: its.email, hint: its.emailHint, value: profile.email, attributes: { readonly: true } })}
<button>${visitOf(c).texts.common.save}</button></form>
<h2>${its.delete}</h2><p>${its.deleteLead}</p>
<details><summary>${its.delete}</summary><form method="post" action="${portalPath(c, '/delete')}">
<p><label><input type="checkbox" name="confirm" value="delete" required>${its.deleteConfirm}</label></p>
<button class="danger">${its.deleteButton}</button></form></details>`;
  return showPortal(c, { title: its.title, body, problem });
}

async function deleteAccount(c: PageContext): Promise<Response> {
  const { api, area } = visitOf(c);
  const form = await readForm(c);
  if (form.text('confirm') !== 'delete') return c.redirect(portalPath(c, '/profile'), 303);
  await api.creator.erase({ confirm: 'delete' });
  endSession(c, area);
  return c.redirect(portalPath(c, '/sign-in?done=deleted'), 303);
}

export function addProfile(app: Pages): void {
  app.get('/creators/:slug/profile', (c) => profilePage(c));
  app.post('/creators/:slug/profile', (c) =>
    submit(c, {
      run: async (form) => {
        const profileUrl = form.optional('profileUrl') ?? null;
        await visitOf(c).api.creator.update({ name: form.text('name'), profileUrl });
        return portalPath(c, '/profile?done=saved');
      },
      again: (problem) => profilePage(c, problem),
    }),
  );
  app.post('/creators/:slug/delete', deleteAccount);
}
