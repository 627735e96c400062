// Defines the keys of events, and the items whose changes become events. Separate, so that the tracking link does not bundle them.
import { encodeNumber } from '#lib/foundation/shared/crockford.ts';
import { apiKeyUsePartition, type Collection, collectionPartition } from './keys.ts';
import { paymentDetailsPartition } from './payment-keys.ts';
import { erasurePartition } from './privacy-keys.ts';
import { exchangeRatePartition } from './rate-keys.ts';
import { connectionPartition } from './shop-keys.ts';
import { termsPartition } from './terms-keys.ts';
import { webhookEndpointPartition } from './webhook-keys.ts';

/** The attribute with the caller who made the last change of an item. */
export const actorAttribute = 'changedBy';

/** The collections whose changes become events. */
const recordedCollections = [
  'user',
  'apiKey',
  'affiliate',
  'campaign',
  'discount',
  'link',
  'conversion',
  'customer',
  'commission',
  'dispute',
  'fraudFinding',
  'payout',
] as const satisfies readonly Collection[];

export type RecordedKind =
  | (typeof recordedCollections)[number]
  | 'brand'
  | 'auditEntry'
  | 'apiKeyUse'
  | 'erasure'
  | 'terms'
  | 'exchangeRate'
  | 'paymentDetails'
  | 'webhookEndpoint'
  | 'connection';

/** Nobody needs to know who deleted these items. */
const kindsWithoutNotes: readonly RecordedKind[] = ['auditEntry', 'apiKeyUse', 'paymentDetails'];

export const auditEntryPartition = (brandId: string): string => `${brandId}#AUDIT`;

export interface RecordedItem {
  readonly brandId: string;
  readonly kind: RecordedKind;
}

const kindsBySuffix = new Map<string, RecordedKind>([
  ...recordedCollections.map((collection): [string, RecordedKind] => [
    collectionPartition('', collection),
    collection,
  ]),
  [auditEntryPartition(''), 'auditEntry'],
  [apiKeyUsePartition(''), 'apiKeyUse'],
  [erasurePartition(''), 'erasure'],
  [webhookEndpointPartition(''), 'webhookEndpoint'],
  [connectionPartition(''), 'connection'],
  [paymentDetailsPartition(''), 'paymentDetails'],
  [termsPartition(''), 'terms'],
  [exchangeRatePartition(''), 'exchangeRate'],
]);

/** Returns the brand and the kind of an item whose changes become events: an item of these collections, or the brand itself. */
export function recordedItemAt(pk: string, sk: string): RecordedItem | undefined {
  if (pk === sk) return { brandId: pk, kind: 'brand' };
  const brandId = pk.slice(0, Math.max(0, pk.indexOf('#')));
  const kind = kindsBySuffix.get(pk.slice(brandId.length));
  return kind === undefined ? undefined : { brandId, kind };
}

export const leavesNote = ({ kind }: RecordedItem): boolean => !kindsWithoutNotes.includes(kind);

export const eventPartition = (brandId: string): string => `${brandId}#EVENTS`;
export const resourceEventPartition = (brandId: string, resourceId: string): string =>
  `${brandId}#${resourceId}#EVENTS`;
export const actorEventPartition = (brandId: string, actorId: string): string =>
  `${brandId}#${actorId}#ACTED`;
/** The addresses of requests, for brands that want to see them. They are not in the segments, because they are kept for 30 days only. */
export const requestAddressPartition = (brandId: string): string => `${brandId}#REQUEST_ADDRESS`;
export const digestPartition = (brandId: string): string => `${brandId}#DIGESTS`;
const sequenceLength = 8;

export const eventKeys = {
  /** A segment of events. The sequence number is that of its first event. */
  eventSegment: (brandId: string, sequence: number) => ({
    pk: eventPartition(brandId),
    sk: encodeNumber(sequence, sequenceLength),
  }),
  /** A copy of an event beside the other events of its resource. */
  resourceEvent: (brandId: string, resourceId: string, sequence: number) => ({
    pk: resourceEventPartition(brandId, resourceId),
    sk: encodeNumber(sequence, sequenceLength),
  }),
  /** Says that the segment has events of the actor. Without the events, because the segment has them. */
  actorSegment: (brandId: string, actorId: string, segmentKey: string) => ({
    pk: actorEventPartition(brandId, actorId),
    sk: segmentKey,
  }),
  /** Becomes an entry of the audit trail. Several items with the same id become one entry. */
  auditEntry: (brandId: string, id: string) => ({ pk: auditEntryPartition(brandId), sk: id }),
  requestAddress: (brandId: string, requestId: string) => ({
    pk: requestAddressPartition(brandId),
    sk: requestId,
  }),
  /** A digest of the audit trail. The sequence number is that of its first entry. */
  digest: (brandId: string, sequence: number) => ({
    pk: digestPartition(brandId),
    sk: encodeNumber(sequence, sequenceLength),
  }),
  /** A deleted item cannot say who deleted it, so the deletion leaves this note. */
  deletionNote: (brandId: string, id: string) => ({ pk: `${brandId}#DELETED`, sk: id }),
} as const;
