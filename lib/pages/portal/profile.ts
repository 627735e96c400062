// Shows and changes the profile of a creator, and deletes the account.
import type { CreatorProfile } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { type Form, field, type Problem, readForm, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, raw } from '#lib/pages/shared/html.ts';
import { endSession } from '#lib/pages/shared/session.ts';
import { languages, type Texts } from '#lib/pages/shared/texts/texts.ts';
import { creatorOf, portalPath, showPortal } from './show.ts';

type MailKind = keyof Texts['portal']['profile']['mailKinds'];

const mailKindsIn = ({ portal }: Texts): readonly MailKind[] =>
  Object.keys(portal.profile.mailKinds) as MailKind[];

function mailsHtml(c: PageContext, { mails }: CreatorProfile, problem: Problem | undefined): Html {
  const { texts } = visitOf(c);
  const { mails: title, mailsHint, mailKinds } = texts.portal.profile;
  const isOn = (kind: MailKind) => problem?.form.all('mails').includes(kind) ?? !mails.off.includes(kind);
  const box = (kind: MailKind) =>
    html`<label><input type="checkbox" name="mails" value="${kind}"${raw(isOn(kind) ? ' checked' : '')}>${mailKinds[kind]}</label>`;
  return html`<fieldset><legend>${title}</legend>${mailKindsIn(texts).map(box)}<small>${mailsHint}</small></fieldset>`;
}

function changesOf(c: PageContext, form: Form) {
  const off = mailKindsIn(visitOf(c).texts).filter((kind) => !form.all('mails').includes(kind));
  const language = languages.find((one) => one === form.text('language')) ?? null;
  const profileUrl = form.optional('profileUrl') ?? null;
  return { name: form.text('name'), profileUrl, language, mails: { off } };
}

async function profilePage(c: PageContext, problem?: Problem): Promise<Response> {
  const its = visitOf(c).texts.portal.profile;
  const { profile } = await creatorOf(c);
  const body = html`<form method="post" action="${portalPath(c, '/profile')}" class="stacked">
${field(c, { name: 'name', label: its.name, value: profile.name, problem, attributes: { required: true, maxlength: 200, autocomplete: 'name' } })}
${field(c, { name: 'profileUrl', label: its.profileUrl, hint: its.profileUrlHint, value: profile.profileUrl ?? '', problem, attributes: { type: 'url', maxlength: 2048 } })}
${field(c, { name: 'email', label: its.email, hint: its.emailHint, value: profile.email, attributes: { readonly: true } })}
${field(c, { name: 'language', label: its.language, hint: its.languageHint, options: Object.entries(its.languages), value: profile.language ?? '', problem })}
${mailsHtml(c, profile, problem)}<button>${visitOf(c).texts.common.save}</button></form>
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
        await visitOf(c).api.creator.update(changesOf(c, form));
        return portalPath(c, '/profile?done=saved');
      },
      again: (problem) => profilePage(c, problem),
    }),
  );
  app.post('/creators/:slug/delete', deleteAccount);
}
