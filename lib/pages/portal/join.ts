// Lets people apply to become creators. The link in an e-mail confirms an application.
import type { Program } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { newFormat } from '#lib/pages/shared/format.ts';
import { field, hidden } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { recover } from '#lib/pages/shared/submit.ts';
import { portalPath, publicPage, slugOf } from './page.ts';
import { earnedText } from './rates.ts';
import { rememberAddress, sentTo } from './sent-to.ts';
import { isSignedIn } from './session.ts';
import { addPage, type Run, type Texts, type Visit } from './visit.ts';
import { webAddress } from './web-address.ts';

/** The API shows no rate if several apply. */
function leadOf(visit: Visit, { rate, currency }: Program): string {
  const { lead, leadRate } = visit.texts.portalPublic.join;
  const format = newFormat(visit.language, { currency, timezone: 'UTC' });
  return rate === null ? lead : leadRate(earnedText(visit, rate, format));
}

function conditionsHtml({ texts }: Visit, { termsUrl, privacyUrl }: Program): Html {
  const { byApplying, terms, privacy } = texts.portalPublic.join;
  const link = (url: string | null, label: string): Html =>
    whenever(url !== null, () => html` <a class="target" href="${url}" rel="noopener">${label}</a>`);
  return whenever(
    termsUrl !== null || privacyUrl !== null,
    () => html`<p>${byApplying}${link(termsUrl, terms)}${link(privacyUrl, privacy)}</p>`,
  );
}

const formPage = publicPage((visit, program) => {
  const { c, texts } = visit;
  const { name: brand, acceptsApplications } = program;
  const { join: its } = texts.portalPublic;
  const signIn = html`<p><a href="${portalPath(c, '/sign-in')}">${its.already}</a></p>`;
  if (!acceptsApplications)
    return { title: its.closedTitle, body: html`<p>${its.closed(brand)}</p>${signIn}` };
  const required = { required: true, maxlength: 200 };
  const body = html`<p>${leadOf(visit, program)}</p>${conditionsHtml(visit, program)}<form method="post" action="${portalPath(c, '/join')}">
${field(c, 'name', its.name, { ...required, autocomplete: 'name' })}
${field(c, 'email', its.email, { ...required, type: 'email', autocomplete: 'email' })}
${field(c, 'profileUrl', its.profileUrl, { hint: texts.portal.profile.profileUrlHint, inputmode: 'url', maxlength: 2048 })}
${field(c, 'message', its.message, { isLong: true, maxlength: 1000, rows: 4 })}
<div class="trap" aria-hidden="true"><label>${its.website}<input name="website" tabindex="-1" autocomplete="off"></label></div>
<button>${its.send}</button></form>${signIn}`;
  return { title: its.title(brand), body };
});

const joinPage: PageHandler = (c) => (isSignedIn(c) ? c.redirect(portalPath(c), 303) : formPage(c));

const apply: Run = async ({ c, api, language }, form) => {
  const person = { ...form.texts('name', 'email'), ...form.optionals('message', 'website') };
  const profileUrl = webAddress(form.optional('profileUrl'));
  await api.programs.apply(slugOf(c), { ...person, profileUrl, language });
  rememberAddress(c, person.email);
  return portalPath(c, '/joined');
};

type JoinTexts = Texts['portalPublic']['join'];

const simplePage = (textsOf: (its: JoinTexts, address: string) => readonly [title: string, text: string]) =>
  publicPage(({ c, texts }) => {
    const [title, text] = textsOf(texts.portalPublic.join, sentTo(c));
    return { title, body: html`<p>${text}</p>` };
  });

const sentPage = simplePage(({ sentTitle, sent }, address) => [sentTitle, sent(address)]);
const confirmedPage = simplePage(({ confirmedTitle, confirmed }) => [confirmedTitle, confirmed]);
const usedPage = publicPage(({ c, texts }) => {
  const { usedTitle, used, again } = texts.portalPublic.join;
  return {
    title: usedTitle,
    body: html`<p>${used}</p><p><a href="${portalPath(c, '/join')}">${again}</a></p>`,
  };
});

const confirmPage = publicPage(({ c, texts }) => {
  const { confirmTitle, confirmLead, confirm } = texts.portalPublic.join;
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
