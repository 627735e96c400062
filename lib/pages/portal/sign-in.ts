// Signs creators in with links from e-mails. Mail scanners open links, so only the button of the page uses one.
import type { Pages } from '#lib/pages/shared/app.ts';
import type { PageHandler } from '#lib/pages/shared/context.ts';
import { field, hidden } from '#lib/pages/shared/forms.ts';
import { html, notice, whenever } from '#lib/pages/shared/html.ts';
import { signOut } from '#lib/pages/shared/session.ts';
import { recover } from '#lib/pages/shared/submit.ts';
import { portalPath, publicPage, slugOf } from './page.ts';
import { rememberAddress, sentTo } from './sent-to.ts';
import { beginSession, isSignedIn } from './session.ts';
import { formHandler, type Run, visitOf } from './visit.ts';

const addressPage = (isUsed = false) =>
  publicPage(({ c, texts, problem }, { acceptsApplications }) => {
    const { title, lead, email, send, used, usedTitle, apply } = texts.portalPublic.signIn;
    const isEnded = c.req.query('ended') !== undefined && problem === undefined && !isUsed;
    const address = { type: 'email', required: true, autocomplete: 'email', maxlength: 254 };
    const body = html`${whenever(isEnded, () => notice('calm', texts.signIn.ended))}
<p>${isUsed ? used : lead}</p><form method="post" action="${portalPath(c, '/sign-in')}">
${field(c, 'email', email, address)}<button>${send}</button></form>
${whenever(acceptsApplications, () => html`<p><a href="${portalPath(c, '/join')}">${apply}</a></p>`)}`;
    return isUsed ? { title: usedTitle, body, status: 409 } : { title, body };
  });

const sentPage = publicPage(({ c, texts }) => {
  const { sentTitle, sent, notArrived, otherAddress } = texts.portalPublic.signIn;
  const body = html`<p>${sent(sentTo(c))}</p><p>${notArrived}</p>
<p><a href="${portalPath(c, '/sign-in')}">${otherAddress}</a></p>`;
  return { title: sentTitle, body };
});

const linkPage = publicPage(({ c, texts }) => {
  const { linkTitle, linkLead, proceed } = texts.portalPublic.signIn;
  const body = html`<p>${linkLead}</p><form method="post" action="${portalPath(c, '/session')}">
${hidden('token', c.req.query('token') ?? '')}<button>${proceed}</button></form>`;
  return { title: linkTitle, body };
});

const signInPage: PageHandler = (c) => {
  if (c.req.query('token') !== undefined) return linkPage(c);
  if (isSignedIn(c)) return c.redirect(portalPath(c), 303);
  return c.req.query('sent') === undefined ? addressPage()(c) : sentPage(c);
};

const sendLink: Run = async ({ c, api, language }, form) => {
  await api.creator.sendSignInLink({ brand: slugOf(c), ...form.texts('email'), language });
  rememberAddress(c, form.text('email'));
  return portalPath(c, '/sign-in?sent=1');
};

/** A person who is signed in opens an e-mail again. */
const signInWithLink: Run = ({ c }, form) =>
  recover(beginSession(c, form.text('token')), ['link_invalid', 'validation_failed'], () =>
    isSignedIn(c) ? portalPath(c) : addressPage(true)(c),
  );

const leave: PageHandler = async (c) => {
  await signOut(c, visitOf(c).api.creator.logout());
  return c.redirect(portalPath(c, '/sign-in?done=out'), 303);
};

export function addSignIn(app: Pages): void {
  app.get('/creators/:slug/sign-in', signInPage);
  app.post('/creators/:slug/sign-in', formHandler(addressPage(), sendLink));
  app.post('/creators/:slug/session', formHandler(addressPage(), signInWithLink));
  app.post('/creators/:slug/sign-out', leave);
}
