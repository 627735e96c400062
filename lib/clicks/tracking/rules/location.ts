// Builds the redirect URL of a tracking link.
// This file must not import zod, because zod slows down the cold start of the tracking link.

const partsOf = (query: string): readonly string[] => query.split('&').filter((part) => part !== '');

/** The name of a parameter in its undecoded form `name=value`. */
const nameOf = (part: string): string => [...new URLSearchParams(part).keys()][0] ?? '';

export interface OwnParameters {
  readonly trackingCode: string;
  /** Parameters in their encoded form `name=value`, for pages without them. */
  readonly utm: readonly string[];
}

/**
 * Returns the URL before and after the click id. Replaces an existing `clickId`. The landing page keeps an own `ref`, and ours is then
 * `affiliateRef`. Keeps the rest of the query byte for byte, because it may be signed.
 */
export function linkLocation(
  landingUrl: string,
  { trackingCode, utm }: OwnParameters,
): readonly [before: string, after: string] {
  const url = new URL(landingUrl);
  const { hash } = url;
  url.hash = '';
  const others = partsOf(url.search.slice(1)).filter((part) => nameOf(part) !== 'clickId');
  const names = new Set(others.map(nameOf));
  const added = utm.filter((part) => !names.has(nameOf(part)));
  const refName = names.has('ref') ? 'affiliateRef' : 'ref';
  url.search = `?${[...others, ...added, 'clickId='].join('&')}`;
  return [url.href, `&${refName}=${trackingCode}${hash}`];
}

/** A mail or a page may have written `&` as `&amp;`, and some programs change the letter case of names. */
const isCampaign = (name: string): boolean => /^(?:amp;)?campaignid$/i.test(name);
const isDestination = (name: string): boolean => /^(?:amp;)?to$/i.test(name);

const firstValue = (query: string, isNamed: (name: string) => boolean): string => {
  const [part = ''] = partsOf(query).filter((one) => isNamed(nameOf(one)));
  return [...new URLSearchParams(part).values()][0] ?? '';
};

/** Returns the address that the query of a link names, or an empty text. */
export const destinationIn = (query: string): string => firstValue(query, isDestination);

const isOwn = (name: string): boolean =>
  /^(?:clickId|ref|affiliateRef)$/.test(name) || isCampaign(name) || isDestination(name);

/** Returns the id of the campaign in the query of a link, in any letter case of the id. */
export function campaignIdIn(query: string): string {
  const value = firstValue(query, isCampaign);
  return `cmp_${value.slice('cmp_'.length).toUpperCase()}`;
}

/** Adds the parameters of the link, such as `utm_source`. They replace those of the landing page with the same name. */
export function withLinkQuery(location: string, query: string): string {
  const added = partsOf(query).filter((part) => !isOwn(nameOf(part)));
  if (added.length === 0) return location;
  const url = new URL(location);
  const names = new Set(added.map(nameOf));
  const kept = partsOf(url.search.slice(1)).filter((part) => !names.has(nameOf(part)));
  url.search = `?${[...kept, ...added].join('&')}`;
  return url.href;
}
