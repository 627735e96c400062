// Begins sessions of creators, and keeps the language that the creator has selected.

import type { CreatorProfile } from '#lib/client/index.ts';
import type { PageContext } from '#lib/pages/shared/context.ts';
import { startSession } from '#lib/pages/shared/session.ts';
import { languages } from '#lib/pages/shared/texts/texts.ts';
import { visitOf } from './visit.ts';

/** The lifetime of the access token that a link returns. */
const seconds = 30 * 86_400;

/** The session is of the brand of this page. */
export const isSignedIn = (c: PageContext): boolean => visitOf(c).session?.slug === c.req.param('slug');

/** Throws an error of the API if the link is not valid. */
export async function beginSession(c: PageContext, link: string): Promise<Response> {
  const { api, area } = visitOf(c);
  const { accessToken, brand } = await api.creator.createSession({ token: link });
  await startSession(c, area, { token: accessToken, slug: brand }, seconds);
  return c.redirect(`${area.base}/${brand}`, 303);
}

/** Returns the page again in the language of the creator, who or whose brand has changed it. Pages know it before they call the API. */
export async function inLanguageOf(c: PageContext, profile: CreatorProfile): Promise<Response | undefined> {
  const { area, session } = visitOf(c);
  const language = languages.find((one) => one === profile.language);
  if (c.req.method !== 'GET' || session === undefined || session.language === language) return undefined;
  await startSession(c, area, { ...session, language }, seconds);
  const { pathname, search } = new URL(c.req.url);
  return c.redirect(`${pathname}${search}`, 303);
}
