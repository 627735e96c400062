// Finds the references of an order: click, tracking code and discount codes.
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import { normalizeReference } from '#lib/foundation/shared/reference-text.ts';
import type { AdapterSettings } from './adapter.ts';

export interface References {
  readonly clickId?: string;
  readonly trackingCode?: string;
}

/** An order accepts references of up to 100 characters. */
const usable = (value: unknown): string | undefined => {
  const reference = typeof value === 'string' ? value.trim() : '';
  return reference === '' || reference.length > 100 ? undefined : reference;
};

const references = (clickId: string | undefined, trackingCode: string | undefined): References => ({
  ...(clickId !== undefined && { clickId }),
  ...(trackingCode !== undefined && { trackingCode }),
});

/** Reads attributes or metadata. */
export function referencesIn(
  attributes: Readonly<Record<string, unknown>>,
  { attributeNames: { clickId = 'clickId', trackingCode = 'trackingCode' } = {} }: AdapterSettings,
): References {
  return references(usable(attributes[clickId]), usable(attributes[trackingCode]));
}

/** Reads the address on which the customer arrived. Our links add `clickId` and `ref`, or `affiliateRef` if the page has an own `ref`. */
export function referencesOfLanding(address: string | undefined, settings: AdapterSettings): References {
  const url = address === undefined ? null : URL.parse(address, 'https://shop.invalid');
  if (url === null) return {};
  const parameters = Object.fromEntries(url.searchParams);
  const ref = usable(parameters.affiliateRef) ?? usable(parameters.ref);
  return { ...references(undefined, ref), ...referencesIn(parameters, settings) };
}

/** Reads one text that is either the id of a click or a tracking code. */
export const referencesOfText = (value: string | undefined): References =>
  normalizeReference(value).startsWith(`${idKinds.click.prefix}_`)
    ? references(usable(value), undefined)
    : references(undefined, usable(value));

export const codesIn = (codes: readonly unknown[]): readonly string[] => [
  ...new Set(codes.map(usable).filter((code) => code !== undefined)),
];
