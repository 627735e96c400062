// Selects the redirect URL of a click: the address that the visitor's link names, or the landing page.
import { chosenLandingUrl } from '#lib/access/brands/rules/landing-hosts.ts';
import { destinationIn, linkLocation, type Parameter } from '#lib/clicks/tracking/rules/location.ts';
import type { LinkTarget } from './target.ts';

/** Falls back to the landing page, because a visitor should never see an error of the brand or the creator. */
export function destinationOf(query: readonly Parameter[], target: LinkTarget): LinkTarget['location'] {
  const named = destinationIn(query);
  const chosen = named === '' ? undefined : chosenLandingUrl(named, target.landingHosts);
  return chosen === undefined ? target.location : linkLocation(chosen, target);
}
