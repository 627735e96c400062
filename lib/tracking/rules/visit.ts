// A visit: all clicks of one visitor on one tracking code on one UTC day, in one item. What a click is, how it is written,
// and what its visit says of it. Without zod and SDK: the tracking link writes visits too.
// docs/decisions/0007 says why it is so, and why the figures that follow from it are exact.
import { randomInt } from 'node:crypto';
import { decodeNumber, encodeBytes, encodeNumber } from '#lib/shared/crockford.ts';
import { idKinds } from '#lib/shared/id-kinds.ts';
import { type Device, lettersOfDevices, lettersOfReasons, type OwnReason } from './click-kinds.ts';
import type { Trace } from './visitors.ts';

/** What one click says, whoever it is from. */
export interface Facts {
  readonly campaignId: string | null;
  /** What keeps it from counting, as far as it alone tells. */
  readonly filtered: OwnReason | null;
  readonly device: Device;
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  readonly referrerHost: string | null;
}

/** A click that is to be stored. Its id tells when it was recorded, and the end of it which visit it belongs to. */
export interface Click extends Facts {
  readonly id: string;
  /** Tells it from other clicks of its visitor in the same millisecond; stays the same when it is stored again. */
  readonly token: string;
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
  readonly visitor: string | null;
}

/** A click as it stands in its visit. */
export interface Entry extends Facts {
  /** As it is stored. */
  readonly text: string;
  /** Epoch milliseconds. */
  readonly at: number;
}

export interface Visit {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
  /** Null where nothing tells who it was: then it is a visit of one click. */
  readonly visitor: string | null;
  /** One click of a visit that is full: it repeats others, which stand elsewhere. */
  readonly isBeyond: boolean;
  /** In their order. */
  readonly entries: readonly Entry[];
}

/** The type of the items, by which the stream's events are filtered. */
export const visitType = 'visit';

const timeLength = 10;
const tokenLength = 4;
const tokens = 32 ** tokenLength;

/** The id of a click at that time, of a visitor on a tracking code. */
export const clickId = (at: number, tail: string): string =>
  `${idKinds.click.prefix}_${encodeNumber(at, timeLength)}${tail}`;

/** What stands in the id of a click: when it was recorded (epoch milliseconds), and the end of it. */
export function partsOf(id: string): { readonly at: number; readonly tail: string } {
  const ulid = id.slice(idKinds.click.prefix.length + 1);
  return { at: decodeNumber(ulid.slice(0, timeLength)), tail: ulid.slice(timeLength) };
}

export const recordedAt = ({ id }: Pick<Click, 'id'>): string => new Date(partsOf(id).at).toISOString();

interface Occasion extends Facts {
  readonly brandId: string;
  readonly affiliateId: string;
  readonly trackingCode: string;
}

/** Bytes that a token is made from: as many bits as it has, and some. */
export const bytesOfToken = 3;
export const tokenFrom = (bytes: Uint8Array): string => encodeBytes(bytes).slice(0, tokenLength);

/** A click of now. The token: one that no other click of its visitor has in this millisecond. */
export const newClick = (
  occasion: Occasion,
  { tail, visitor }: Trace,
  now: Date,
  token = encodeNumber(randomInt(tokens), tokenLength),
): Click => ({
  ...occasion,
  visitor,
  id: clickId(now.getTime(), tail),
  token,
});

/** Time and token: the order of the clicks of a visit. */
export const orderOf = ({ id, token }: Pick<Click, 'id' | 'token'>): string =>
  encodeNumber(partsOf(id).at, timeLength) + token;

const prefixOfCampaigns = `${idKinds.campaign.prefix}_`;

/** Separates the fields of an entry. It stands in no host, and the others are letters and digits. */
const separator = '|';

/** A click as the text that stands in its visit: two that are the same are one. */
export const entryOf = (click: Click): string =>
  [
    orderOf(click),
    click.filtered === null ? '' : lettersOfReasons[click.filtered],
    click.campaignId?.slice(prefixOfCampaigns.length) ?? '',
    lettersOfDevices[click.device],
    click.country ?? '',
    click.referrerHost ?? '',
  ].join(separator);

const entryPattern =
  /^(?<time>[0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{4}\|(?<reason>[a-z]?)\|(?<campaign>(?:[0-9A-Z]{26})?)\|(?<device>[a-z])\|(?<country>(?:[A-Z]{2})?)\|(?<host>[^|]*)$/;

const byLetter = <Name extends string>(letters: Readonly<Record<Name, string>>, letter: string) =>
  (Object.keys(letters) as Name[]).find((name) => letters[name] === letter);

/** What the text of an entry says; throws where it is none. */
export function parseEntry(text: string): Entry {
  const {
    time = '',
    reason = '',
    campaign,
    device: letter = '',
    country,
    host,
  } = entryPattern.exec(text)?.groups ?? {};
  const device = byLetter(lettersOfDevices, letter);
  const filtered = reason === '' ? null : byLetter(lettersOfReasons, reason);
  if (device === undefined || filtered === undefined) throw new Error('A click of a visit cannot be read');
  return {
    text,
    at: decodeNumber(time),
    filtered,
    campaignId: campaign ? prefixOfCampaigns + campaign : null,
    device,
    country: country || null,
    referrerHost: host || null,
  };
}

/** The clicks of a visit in their order, each once. */
export const entriesOf = (texts: Iterable<string>): readonly Entry[] =>
  [...new Set(texts)].sort().map(parseEntry);
