// Decides whether tracking links of a brand may lead to a URL. The tracking link uses this file, so it must not import zod.
import { hostProblem, isLocalUrl } from '#lib/foundation/shared/public-hosts.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';

/** `*.acme.test` matches every host below acme.test, but not acme.test itself. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

interface Owner {
  readonly id: string;
  readonly landingHosts: readonly string[];
}

/** A brand without landing hosts may use every public host. The port does not matter. A test twin may also use local URLs. */
export function isAllowedLandingUrl(text: string, { id, landingHosts }: Owner): boolean {
  if (isTwinId(id) && isLocalUrl(text)) return true;
  const url = URL.parse(text);
  if (url === null || hostProblem(url.hostname) !== undefined) return false;
  const host = url.hostname.replace(/\.$/, '');
  return landingHosts.length === 0 || landingHosts.some((pattern) => matches(host, pattern));
}
