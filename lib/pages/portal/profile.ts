// Shows and changes the profile of a creator, and deletes the account.
import { field, optionsOf } from '#lib/pages/shared/forms.ts';
import { type Html, html, nothing } from '#lib/pages/shared/html.ts';
import { endSession } from '#lib/pages/shared/session.ts';
import type { Run } from '#lib/pages/shared/submit.ts';
import { languages, type Texts } from '#lib/pages/shared/texts/texts.ts';
import { type Page, portalPage, portalPath } from './page.ts';

type MailKind = keyof Texts['portal']['profile']['mailKinds'];

const mailKindsIn = ({ portal }: Texts): readonly MailKind[] =>
  Object.keys(portal.profile.mailKinds) as MailKind[];

function mailsHtml({ texts, problem, profile }: Page): Html {
  const { mails: title, mailsHint, mailKinds } = texts.portal.profile;
  const isOn = (kind: MailKind) =>
    problem?.form.all('mails').includes(kind) ?? !profile.mails.off.includes(kind);
  const box = (kind: MailKind) =>
    html`<label><input type="checkbox" name="mails" value="${kind}"${isOn(kind) ? html` checked` : nothing}>${mailKinds[kind]}</label>`;
  return html`<fieldset><legend>${title}</legend>${mailKindsIn(texts).map(box)}<small>${mailsHint}</small></fieldset>`;
}

export const profilePage = portalPage(
  () => undefined,
  (page) => {
    const { c, texts, profile } = page;
    const { profile: its } = texts.portal;
    const { name, profileUrl, email, language } = profile;
    const options = optionsOf(its.languages);
    const body = html`<form method="post" action="${portalPath(c, '/profile')}" class="stacked">
${field(c, 'name', its.name, { value: name, required: true, maxlength: 200, autocomplete: 'name' })}
${field(c, 'profileUrl', its.profileUrl, { hint: its.profileUrlHint, value: profileUrl, type: 'url', maxlength: 2048 })}
${field(c, 'email', its.email, { hint: its.emailHint, value: email, readonly: true })}
${field(c, 'language', its.language, { hint: its.languageHint, options, value: language })}
${mailsHtml(page)}<button>${texts.common.save}</button></form>
<h2>${its.delete}</h2><p>${its.deleteLead}</p>
<details><summary>${its.delete}</summary><form method="post" action="${portalPath(c, '/delete')}">
<p><label><input type="checkbox" name="confirm" value="delete" required>${its.deleteConfirm}</label></p>
<button class="danger">${its.deleteButton}</button></form></details>`;
    return { title: its.title, body };
  },
);

export const changeProfile: Run = async ({ c, api, texts }, form) => {
  const off = mailKindsIn(texts).filter((kind) => !form.all('mails').includes(kind));
  const language = languages.find((one) => one === form.text('language')) ?? null;
  const own = { ...form.texts('name'), ...form.nullables('profileUrl') };
  await api.creator.update({ ...own, language, mails: { off } });
  return portalPath(c, '/profile?done=saved');
};

export const deleteAccount: Run = async ({ c, api }, form) => {
  if (form.text('confirm') !== 'delete') return portalPath(c, '/profile');
  await api.creator.erase({ confirm: 'delete' });
  endSession(c);
  return portalPath(c, '/sign-in?done=deleted');
};
