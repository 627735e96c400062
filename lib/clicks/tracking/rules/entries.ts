// Formats and parses the clicks of a visit.
// This file must not import zod or the SDK, because they slow down the cold start of the tracking link.
import { decodeNumber } from '#lib/foundation/shared/crockford.ts';
import { campaign as campaignKind, link as linkKind } from '#lib/foundation/shared/id-kinds.ts';
import { byLetter, deviceField, deviceIn, reasonLetters } from './click-kinds.ts';
import { formatSubIds, parseSubIds } from './sub-ids.ts';
import { type Click, type ClickFacts, clickOrder, type Entry } from './visit.ts';

const campaignPrefix = `${campaignKind.prefix}_`;
const linkPrefix = `${linkKind.prefix}_`;

export const separator = '|';
const idleMark = '-';

const campaignField = ({ campaignId, idleCampaignId = '' }: ClickFacts): string =>
  campaignId?.slice(campaignPrefix.length) ?? idleCampaignId.replace(campaignPrefix, idleMark);

/** Two entries with the same text are the same click. */
export const formatEntry = (click: Click): string =>
  [
    clickOrder(click),
    click.filtered === null ? '' : reasonLetters[click.filtered],
    campaignField(click),
    deviceField(click),
    click.country ?? '',
    click.referrerHost ?? '',
    ...formatSubIds(click.subIds, click.linkId !== undefined),
    ...(click.linkId === undefined ? [] : [click.linkId.slice(linkPrefix.length)]),
  ].join(separator);

const entryPattern =
  /^(?<time>[0-7][0-9A-HJKMNP-TV-Z]{9})[0-9A-HJKMNP-TV-Z]{4}\|(?<reason>[a-z]?)\|(?<idle>-?)(?<campaign>(?:[0-9A-Z]{26})?)\|(?<device>[A-Za-z])\|(?<country>(?:[A-Z]{2})?)\|(?<host>[^|]*)(?:(?<subs>(?:\|[^|]*){5})(?:\|(?<link>[0-9A-Z]{26}))?)?$/;

export function parseEntry(text: string): Entry {
  const fields = entryPattern.exec(text)?.groups ?? {};
  const { time = '', reason = '', idle, campaign, device: letter = '', country, host, subs, link } = fields;
  const device = deviceIn(letter);
  const filtered = reason === '' ? null : byLetter(reasonLetters, reason);
  if (device === undefined || filtered === undefined) throw new Error('A stored click is invalid');
  return {
    text,
    at: decodeNumber(time),
    filtered,
    campaignId: campaign && !idle ? campaignPrefix + campaign : null,
    ...(campaign && idle && { idleCampaignId: campaignPrefix + campaign }),
    device,
    country: country || null,
    referrerHost: host || null,
    ...parseSubIds(subs),
    ...(letter < 'a' && { isPaid: true }),
    ...(link && { linkId: linkPrefix + link }),
  };
}

export const parseEntries = (texts: Iterable<string>): readonly Entry[] =>
  [...new Set(texts)].sort().map(parseEntry);
