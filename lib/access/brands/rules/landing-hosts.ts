// Decides whether tracking links of a brand may lead to a URL. The tracking link uses this file, so it must stay small.

/** `*.acme.test` matches every host below acme.test, but not acme.test itself. */
const matches = (host: string, pattern: string): boolean =>
  pattern.startsWith('*.') ? host.endsWith(pattern.slice(1)) : host === pattern;

/** A stored page is public, or local in test mode, because both were checked when it was stored. */
export function isRegisteredPage(text: string, landingHosts: readonly string[]): boolean {
  const url = URL.parse(text);
  if (url === null) return false;
  const host = url.hostname.replace(/\.$/, '');
  const isLocal = host === 'localhost' || host === '127.0.0.1';
  return isLocal || landingHosts.length === 0 || landingHosts.some((pattern) => matches(host, pattern));
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
  return isRegistered ? href : undefined;
}
