// Signs creators in with links from e-mails. Mail scanners open links, so only the button of the page uses one.
import { isApiError } from '#lib/client/index.ts';
import type { Pages } from '#lib/pages/shared/app.ts';
import { notice } from '#lib/pages/shared/components.ts';
import { type PageContext, visitOf } from '#lib/pages/shared/context.ts';
import { field, hidden, type Problem, readForm, submit } from '#lib/pages/shared/forms.ts';
import { type Html, html, whenever } from '#lib/pages/shared/html.ts';
import { endSession } from '#lib/pages/shared/session.ts';
import { beginSession } from './session.ts';
import { portalPath, programOf, showPublic, slugOf } from './show.ts';

async function addressPage(c: PageContext, problem?: Problem, isUsed = false): Promise<Response> {
  const { signIn, portal } = visitOf(c).texts;
  const { title, lead, email, send, used, usedTitle, apply } = portal.signIn;
  const { acceptsApplications } = await programOf(c);
  const isEnded = c.req.query('ended') !== undefined && problem === undefined && !isUsed;
  const attributes = { type: 'email', required: true, autocomplete: 'email', maxlength: 254 };
  const body = html`${whenever(isEnded, () => notice('calm', signIn.ended))}
<p>${isUsed ? used : lead}</p>
<form method="post" action="${portalPath(c, '/sign-in')}">
${field(c, { name: 'email', label: email, problem, attributes })}<button>${send}</button></form>
${whenever(acceptsApplications, () => html`<p><a href="${portalPath(c, '/join')}">${apply}</a></p>`)}`;
  return showPublic(c, { title: isUsed ? usedTitle : title, body, problem, ...(isUsed && { status: 409 }) });
}

function sentPage(c: PageContext): Promise<Response> {
  const { sentTitle, sent, notArrived, otherAddress } = visitOf(c).texts.portal.signIn;
  const body = html`<p>${sent}</p><p>${notArrived}</p>
<p><a href="${portalPath(c, '/sign-in')}">${otherAddress}</a></p>`;
  return showPublic(c, { title: sentTitle, body });
}

function linkPage(c: PageContext, token: string): Promise<Response> {
  const { linkTitle, linkLead, proceed } = visitOf(c).texts.portal.signIn;
  const body: Html = html`<p>${linkLead}</p>
<form method="post" action="${portalPath(c, '/session')}">${hidden('token', token)}<button>${proceed}</button></form>`;
  return showPublic(c, { title: linkTitle, body });
}

async function useLink(c: PageContext): Promise<Response> {
  const form = await readForm(c);
  try {
    return await beginSession(c, form.text('token'));
  } catch (error) {
    if (isApiError(error, 'link_invalid', 'validation_failed')) return addressPage(c, undefined, true);
    throw error;
  }
}

async function signOut(c: PageContext): Promise<Response> {
  const { api, area } = visitOf(c);
  try {
    await api.creator.logout();
  } catch (error) {
    // The session has already ended.
    if (!isApiError(error)) throw error;
  }
  endSession(c, area);
  return c.redirect(portalPath(c, '/sign-in?done=out'), 303);
}

export function addSignIn(app: Pages): void {
  app.get('/creators/:slug/sign-in', (c) => {
    const token = c.req.query('token');
    if (token !== undefined) return linkPage(c, token);
    return c.req.query('sent') === undefined ? addressPage(c) : sentPage(c);
  });
  app.post('/creators/:slug/sign-in', (c) =>
    submit(c, {
      run: async (form) => {
        const { api, language } = visitOf(c);
        await api.creator.sendSignInLink({ brand: slugOf(c), email: form.text('email'), language });
        return portalPath(c, '/sign-in?sent=1');
      },
      again: (problem) => addressPage(c, problem),
    }),
  );
  app.post('/creators/:slug/session', useLink);
  app.post('/creators/:slug/sign-out', signOut);
}
