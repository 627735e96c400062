// Lets people apply to become creators. The link in an e-mail confirms an application.
import { addPage, type Pages } from '#lib/pages/shared/app.ts';
import { field, hidden } from '#lib/pages/shared/forms.ts';
import { html } from '#lib/pages/shared/html.ts';
import { type Run, recover } from '#lib/pages/shared/submit.ts';
import type { Texts } from '#lib/pages/shared/texts/texts.ts';
import { portalPath, publicPage, slugOf } from './page.ts';

const joinPage = publicPage(({ c, texts }, { name: brand, acceptsApplications }) => {
  const { join: its } = texts.portal;
  const signIn = html`<p><a href="${portalPath(c, '/sign-in')}">${its.already}</a></p>`;
  if (!acceptsApplications)
    return { title: its.closedTitle, body: html`<p>${its.closed(brand)}</p>${signIn}` };
  const required = { required: true, maxlength: 200 };
  const body = html`<p>${its.lead}</p><form method="post" action="${portalPath(c, '/join')}">
${field(c, 'name', its.name, { ...required, autocomplete: 'name' })}
${field(c, 'email', its.email, { ...required, type: 'email', autocomplete: 'email' })}
${field(c, 'profileUrl', its.profileUrl, { type: 'url', placeholder: 'https://' })}
${field(c, 'message', its.message, { isLong: true, maxlength: 1000, rows: 4 })}
<div class="trap" aria-hidden="true"><label>${its.website}<input name="website" tabindex="-1" autocomplete="off"></label></div>
<button>${its.send}</button></form>${signIn}`;
  return { title: its.title(brand), body };
});

const apply: Run = async ({ c, api, language }, form) => {
  const person = { ...form.texts('name', 'email'), ...form.optionals('profileUrl', 'message', 'website') };
  await api.programs.apply(slugOf(c), { ...person, language });
  return portalPath(c, '/joined');
};

type JoinTexts = Texts['portal']['join'];

const simplePage = (textsOf: (its: JoinTexts) => readonly [title: string, text: string]) =>
  publicPage(({ texts }) => {
    const [title, text] = textsOf(texts.portal.join);
    return { title, body: html`<p>${text}</p>` };
  });

const sentPage = simplePage(({ sentTitle, sent }) => [sentTitle, sent]);
const confirmedPage = simplePage(({ confirmedTitle, confirmed }) => [confirmedTitle, confirmed]);
const usedPage = simplePage(({ usedTitle, used }) => [usedTitle, used]);

const confirmPage = publicPage(({ c, texts }) => {
  const { confirmTitle, confirmLead, confirm } = texts.portal.join;
  const body = html`<p>${confirmLead}</p><form method="post" action="${portalPath(c, '/application')}">
${hidden('token', c.req.query('token') ?? '')}<button>${confirm}</button></form>`;
  return { title: confirmTitle, body };
});

const confirmApplication: Run = ({ c, api }, form) =>
  recover(
    api.programs.confirm(form.texts('token')).then(() => portalPath(c, '/joined?confirmed=1')),
    ['link_invalid', 'validation_failed'],
    () => usedPage(c),
  );

export function addJoin(app: Pages): void {
  addPage(app, '/creators/:slug/join', joinPage, { '': apply });
  addPage(app, '/creators/:slug/joined', (c) =>
    c.req.query('confirmed') === undefined ? sentPage(c) : confirmedPage(c),
  );
  addPage(app, '/creators/:slug/application', confirmPage, { '': confirmApplication });
}
