// Builds the redirect URL of a tracking link.
// This file must not import zod, because zod slows down the cold start of the tracking link.

/** A parameter of a query. */
export interface Parameter {
  /** Decoded. */
  readonly name: string;
  /** Decoded. */
  readonly value: string;
  /** The undecoded form `name=value`. */
  readonly part: string;
}

export const parametersOf = (query: string): readonly Parameter[] =>
  query
    .split('&')
    .filter((part) => part !== '')
    .map((part) => {
      const [[name, value] = ['', '']] = new URLSearchParams(part);
      return { name, value, part };
    });

const setQuery = (url: URL, parameters: readonly Parameter[]): void => {
  url.search = `?${parameters.map(({ part }) => part).join('&')}`;
};

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
  const others = parametersOf(url.search.slice(1)).filter(({ name }) => name !== 'clickId');
  const names = new Set(others.map(({ name }) => name));
  const added = utm.flatMap(parametersOf).filter(({ name }) => !names.has(name));
  const refName = names.has('ref') ? 'affiliateRef' : 'ref';
  setQuery(url, [...others, ...added, ...parametersOf('clickId=')]);
  return [url.href, `&${refName}=${trackingCode}${hash}`];
}

/** A mail or a page may have written `&` as `&amp;`, and some programs change the letter case of names. */
const campaignName = /^(?:amp;)?campaignid$/i;
const destinationName = /^(?:amp;)?to$/i;
const ownName = /^(?:clickId|ref|affiliateRef)$/;

const firstValue = (query: readonly Parameter[], pattern: RegExp): string =>
  query.find(({ name }) => pattern.test(name))?.value ?? '';

/** Returns the address that the query of a link names, or an empty text. */
export const destinationIn = (query: readonly Parameter[]): string => firstValue(query, destinationName);

/** Returns the id of the campaign in the query of a link, in any letter case of the id. */
export function campaignIdIn(query: readonly Parameter[]): string {
  const value = firstValue(query, campaignName);
  return `cmp_${value.slice('cmp_'.length).toUpperCase()}`;
}

/** Adds the parameters of the link, such as `utm_source`. They replace those of the landing page with the same name. */
export function withLinkQuery(location: string, query: readonly Parameter[]): string {
  const added = query.filter(
    ({ name }) => ![campaignName, destinationName, ownName].some((pattern) => pattern.test(name)),
  );
  if (added.length === 0) return location;
  const url = new URL(location);
  const names = new Set(added.map(({ name }) => name));
  const kept = parametersOf(url.search.slice(1)).filter(({ name }) => !names.has(name));
  setQuery(url, [...kept, ...added]);
  return url.href;
}
