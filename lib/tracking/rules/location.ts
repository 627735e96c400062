// Builds the redirect URL of a tracking link.
// This file must not import zod, because zod slows down the cold start of the tracking link.

/** Replaces existing `clickId` and `ref` parameters. Keeps the rest of the query byte for byte, because it may be signed. */
export function linkLocation(landingUrl: string, ref: string, clickId: string): string {
  const url = new URL(landingUrl);
  const own = Object.entries({ clickId, ref });
  const others = url.search
    .slice(1)
    .split('&')
    .filter((part) => part !== '' && !own.some(([name]) => new URLSearchParams(part).has(name)));
  url.search = `?${[...others, ...own.map(([name, value]) => `${name}=${value}`)].join('&')}`;
  return url.href;
}
