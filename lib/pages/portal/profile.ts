// Shows and changes the profile of a creator, and deletes the account.
import type { CreatorBalance } from '#lib/client/index.ts';
import { field, optionsOf } from '#lib/pages/shared/forms.ts';
import { facts, type Html, html, nothing, personName } from '#lib/pages/shared/html.ts';
import { endSession } from '#lib/pages/shared/session.ts';
import { languages } from '#lib/pages/shared/texts/texts.ts';
import { type Page, portalPage, portalPath } from './page.ts';
import type { Run, Texts } from './visit.ts';
import { webAddress } from './web-address.ts';

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

/** Nobody should give up money without knowing how much it is. */
function owedHtml({ texts, format: { money } }: Page, balance: CreatorBalance): Html {
  const { profile: its } = texts.portal;
  const all = [
    [balance.approved, its.deleteApproved],
    [balance.pending, its.deletePending],
    [balance.inPayout, its.deleteInPayout],
  ] as const;
  const owed = all.filter(([amount]) => amount !== 0);
  return html`<ul>${owed.map(([amount, sentence]) => html`<li>${sentence(money(amount))}</li>`)}</ul>`;
}

export const profilePage = portalPage(
  ({ api }) => api.creator.balance(),
  (page, balance) => {
    const { c, texts, profile } = page;
    const { profile: its } = texts.portal;
    const { name, profileUrl, email, language } = profile;
    const options = optionsOf(its.languages);
    const body = html`<form method="post" action="${portalPath(c, '/profile')}" class="stacked">
${field(c, 'name', its.name, { value: name, required: true, maxlength: 200, autocomplete: 'name' })}
${field(c, 'profileUrl', its.profileUrl, { hint: its.profileUrlHint, value: profileUrl, inputmode: 'url', maxlength: 2048 })}
${facts([[its.email, html`${personName(email)}<br><small>${its.emailHint}</small>`]])}
${field(c, 'language', its.language, { hint: its.languageHint, options, value: language })}
${mailsHtml(page)}<button>${texts.common.save}</button></form>
<h2>${its.delete}</h2><p>${its.deleteLead}</p>${owedHtml(page, balance)}
<details><summary>${its.delete}</summary><form method="post" action="${portalPath(c, '/delete')}">
<p><label><input type="checkbox" name="confirm" value="delete" required>${its.deleteConfirm}</label></p>
<button class="danger">${its.deleteButton}</button></form></details>`;
    return { title: its.title, body };
  },
);

export const changeProfile: Run = async ({ c, api, texts }, form) => {
  const off = mailKindsIn(texts).filter((kind) => !form.all('mails').includes(kind));
  const language = languages.find((one) => one === form.text('language')) ?? null;
  const { mails } = await api.creator.get();
  // The form does not show the welcome, so it stays as it is.
  const hidden = mails.off.includes('welcome') ? (['welcome'] as const) : [];
  const profileUrl = webAddress(form.optional('profileUrl')) ?? null;
  const own = { ...form.texts('name'), profileUrl };
  await api.creator.update({ ...own, language, mails: { off: [...hidden, ...off] } });
  return portalPath(c, '/profile?done=saved');
};

export const deleteAccount: Run = async ({ c, api }, form) => {
  if (form.text('confirm') !== 'delete') return portalPath(c, '/profile');
  await api.creator.erase({ confirm: 'delete' });
  endSession(c);
  return portalPath(c, '/sign-in?done=deleted');
};
