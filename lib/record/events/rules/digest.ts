// Chains the entries of the audit trail by SHA-256, so that nobody can change, remove or add one unnoticed.
import { createHash } from 'node:crypto';
import { commitmentOf } from './commitment.ts';
import { erasedContent } from './erased-event.ts';
import type { RecordedEvent } from './segment.ts';

/** Covers the entries of a UTC day. A day with very many or with late entries has several digests. */
export interface Digest {
  readonly day: string;
  readonly digest: string;
  /** The digest before it, or null for the first one of the brand. */
  readonly previous: string | null;
  /** The sequence numbers of its first and its last entry. */
  readonly first: number;
  readonly last: number;
  /** The first bytes of the hash of each entry, to name the entry that differs. */
  readonly fingerprints: Uint8Array;
}

const fingerprintBytes = 8;

/** Keeps the fingerprints far below DynamoDB's limit of 400 KB per item. */
export const maxEntriesPerDigest = 30_000;

/** The content that stays after an erasure: an erased entry can differ from the original entry only in personal fields. */
const lastingContent = (entry: RecordedEvent) =>
  entry.erased === undefined ? erasedContent(entry) : { data: entry.data, changes: entry.changes };

/** Covers personal fields only by the commitment, so that they can be erased. */
export const hashOfEntry = (entry: RecordedEvent): Buffer => {
  const { sequence, id, type, createdAt, actor, resourceId, customerKey = null, formerCustomerKey } = entry;
  const { data, changes } = lastingContent(entry);
  const about = [
    sequence,
    id,
    type,
    createdAt,
    resourceId,
    customerKey,
    ...(formerCustomerKey ? [formerCustomerKey] : []),
  ];
  const by = [actor.id, actor.requestId ?? null, actor.addressHash ?? null];
  return createHash('sha256')
    .update(JSON.stringify([...about, ...by, data, changes, commitmentOf(entry)]))
    .digest();
};

export const dayOfEntry = ({ createdAt }: RecordedEvent): string => createdAt.slice(0, 10);

export const digestOf = (day: string, previous: string | null, hashes: readonly Buffer[]): string =>
  createHash('sha256')
    .update(JSON.stringify([day, previous]))
    .update(Buffer.concat(hashes))
    .digest('base64url');

export function newDigest(
  day: string,
  previous: Digest | undefined,
  first: number,
  hashes: readonly Buffer[],
): Digest {
  const before = previous?.digest ?? null;
  return {
    day,
    digest: digestOf(day, before, hashes),
    previous: before,
    first,
    last: first + hashes.length - 1,
    fingerprints: Buffer.concat(hashes.map((hash) => hash.subarray(0, fingerprintBytes))),
  };
}

/** False for an entry that differs from the one that the digest covers. */
export function hasFingerprint(digest: Digest, sequence: number, hash: Buffer): boolean {
  const start = (sequence - digest.first) * fingerprintBytes;
  const expected = digest.fingerprints.subarray(start, start + fingerprintBytes);
  return hash.subarray(0, fingerprintBytes).equals(expected);
}
