// Where a link leads. Without zod: it is the tracking link that asks.

/**
 * The landing page with what the brand needs to know whose order it is. The host stays the registered one, and the query
 * it has stays as it is written (it may be signed), but for parameters of the same names.
 */
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
