// Decides whether a brand may store a landing page.
import { hostProblem, isLocalUrl } from '#lib/foundation/shared/public-hosts.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import { isRegisteredPage } from './landing-hosts.ts';

interface Owner {
  readonly id: string;
  readonly landingHosts: readonly string[];
}

/** A brand without landing hosts may use every public host. The port does not matter. A test twin may also use local URLs. */
export function isAllowedLandingUrl(text: string, { id, landingHosts }: Owner): boolean {
  if (isLocalUrl(text)) return isTwinId(id);
  const hostname = URL.parse(text)?.hostname;
  if (hostname === undefined || hostProblem(hostname) !== undefined) return false;
  return isRegisteredPage(text, landingHosts);
}
