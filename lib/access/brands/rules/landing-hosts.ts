// Decides whether tracking links of a brand may lead to a URL. The tracking link uses this file, so it must not import zod.
import { hostProblem, isLocalUrl } from '#lib/foundation/shared/public-hosts.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';

/** `*.acme.test` matches every host below acme.test, but not acme.test itself. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

export interface Owner {
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

const maxChosenLength = 2000;
/** Browsers remove tabs and line breaks from a URL, and read a backslash as a slash. */
const plainAddress = /^https:\/\/[^\s\\\p{Cc}]+$/iu;

/**
 * Returns the normalized URL that a visitor may choose, or undefined. Without landing hosts there is none, because the link would
 * redirect to every host (docs/decisions/0170).
 */
export function chosenLandingUrl(text: string, landingHosts: readonly string[]): string | undefined {
  if (text.length > maxChosenLength || !plainAddress.test(text)) return undefined;
  const url = URL.parse(text);
  if (url === null || url.username !== '' || url.password !== '' || url.port !== '') return undefined;
  const { hostname, href } = url;
  const isRegistered = landingHosts.some((pattern) => matches(hostname, pattern));
  return isRegistered && hostProblem(hostname) === undefined ? href : undefined;
}
