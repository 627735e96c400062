// Decides whether tracking links of a brand may lead to a URL. The tracking link uses this file, so it must not import zod.
import { hostProblem } from '#lib/shared/public-hosts.ts';

/** `*.acme.test` matches every host below acme.test, but not acme.test itself. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** A brand without landing hosts may use every public host. The port does not matter. */
export function isAllowedLandingUrl(text: string, landingHosts: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null || hostProblem(url.hostname) !== undefined) return false;
  const host = url.hostname.replace(/\.$/, '');
  return landingHosts.length === 0 || landingHosts.some((pattern) => matches(host, pattern));
}
