// Creates and parses visits (docs/decisions/0007).
// A visit is an item with the clicks of one address, or of one visitor, on one tracking code and UTC day.
// This file must not import zod or the SDK, because they slow down the cold start of the tracking link.
import { randomInt } from 'node:crypto';
import { decodeNumber, encodeBytes, encodeNumber } from '#lib/foundation/shared/crockford.ts';
import { click as clickKind } from '#lib/foundation/shared/id-kinds.ts';
import type { Device, OwnReason } from './click-kinds.ts';
import type { SubIds } from './sub-ids.ts';
import type { VisitorFingerprint } from './visitors.ts';

export interface ClickFacts {
  readonly campaignId: string | null;
  /** The campaign that the click named and that was not running. The click does not belong to it. */
  readonly idleCampaignId?: string | undefined;
  readonly filtered: OwnReason | null;
  readonly device: Device;
  readonly country: string | null;
  readonly referrerHost: string | null;
  readonly subIds?: SubIds | undefined;
  readonly isPaid?: boolean | undefined;
  /** Absent for a click on the link with the tracking code. */
  readonly linkId?: string | undefined;
}

export interface Click extends ClickFacts {
  readonly id: string;
  /** Distinguishes clicks of a visitor in the same millisecond, and deduplicates retries. */
  readonly token: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
  readonly visitor: string | null;
  /** The limit of unique clicks of the address. Without it, the visit has only the clicks of this visitor. */
  readonly maxUniqueClicks?: number | null | undefined;
}

export interface Entry extends ClickFacts {
  readonly text: string;
  /** The time of the click, in epoch milliseconds. */
  readonly at: number;
}

/** The part of a visit of an address: see address-visits.ts. */
export interface AddressVisit {
  /** The keys order the clicks: each is the time and the token of a click. */
  readonly visitors: ReadonlyMap<string, string>;
  /** The visitors whose clicks count: those whose first unfiltered click arrived first. */
  readonly counted: ReadonlySet<string>;
  readonly maxUniqueClicks: number;
}

export interface Visit {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
  /** Null for an unknown visitor, whose visits have one click each, and for a visit of an address. */
  readonly visitor: string | null;
  readonly address?: AddressVisit | undefined;
  /** True for an extra item that contains one click, because the actual visit was full. */
  readonly isOverflow: boolean;
  readonly entries: readonly Entry[];
}

/** The event source mapping of the stream filters by this type. */
export const visitType = 'visit';

const timeLength = 10;
const tokenLength = 4;
const tokens = 32 ** tokenLength;
export const orderLength = timeLength + tokenLength;

export const clickId = (at: number, visitSuffix: string): string =>
  `${clickKind.prefix}_${encodeNumber(at, timeLength)}${visitSuffix}`;

const timeStart = clickKind.prefix.length + 1;
const timeIn = (id: string): string => id.slice(timeStart, timeStart + timeLength);

export const parseClickId = (id: string): { readonly at: number; readonly visitSuffix: string } => ({
  at: decodeNumber(timeIn(id)),
  visitSuffix: id.slice(timeStart + timeLength),
});

export const recordedAt = ({ id }: Pick<Click, 'id'>): string => new Date(parseClickId(id).at).toISOString();

interface ClickInput extends ClickFacts {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
}

export const tokenByteCount = 3;
export const tokenFrom = (bytes: Uint8Array): string => encodeBytes(bytes).slice(0, tokenLength);

export const newClick = (
  input: ClickInput,
  { visitSuffix, visitor, maxUniqueClicks }: VisitorFingerprint,
  now: Date,
  token = encodeNumber(randomInt(tokens), tokenLength),
): Click => ({
  ...input,
  visitor,
  ...(maxUniqueClicks !== undefined && { maxUniqueClicks }),
  id: clickId(now.getTime(), visitSuffix),
  token,
});

export const clickOrder = ({ id, token }: Pick<Click, 'id' | 'token'>): string => timeIn(id) + token;

export const orderOf = ({ text }: Pick<Entry, 'text'>): string => text.slice(0, orderLength);
