// Compares the entries of the audit trail with the chain of digests, entry by entry in their order.
import { type Digest, digestOf, hasFingerprint, hashOfEntry } from './digest.ts';
import { GivenOrders, isErasedBy, isErasureRecord } from './erasure-record.ts';
import type { RecordedEvent } from './segment.ts';

export interface Finding {
  readonly problem:
    | 'changed entry'
    | 'missing entry'
    | 'added entry'
    | 'erased entry without a record'
    | 'changed digest'
    | 'missing digest';
  readonly sequence: number;
  readonly day: string | null;
}

export interface Verification {
  readonly entries: number;
  readonly digests: number;
  /** Entries after the last digest. Only their sequence numbers are checked. */
  readonly notYetDigested: number;
  /** The newest digest. It must equal the one that the daily run has logged. */
  readonly newest: { readonly day: string; readonly digest: string } | null;
  readonly finding: Finding | null;
}

const brokenLink = (digests: readonly Digest[]): Finding | undefined => {
  const index = digests.findIndex((digest, at) => {
    const previous = digests[at - 1];
    return (
      previous !== undefined && (digest.previous !== previous.digest || digest.first !== previous.last + 1)
    );
  });
  const broken = digests[index];
  return broken && { problem: 'missing digest', sequence: broken.first, day: broken.day };
};

/** Takes entries in the order in which they are stored. The first problem ends the verification. */
export class TrailVerifier {
  readonly #digests: readonly Digest[];
  readonly #erased: RecordedEvent[] = [];
  readonly #erasures: RecordedEvent[] = [];
  readonly #given = new GivenOrders();
  #finding: Finding | undefined;
  #next: number | undefined;
  #at = 0;
  #hashes: Buffer[] = [];
  #entries = 0;

  /** `digests` are the ones whose entries have not expired. */
  constructor(digests: readonly Digest[]) {
    this.#digests = digests;
    this.#next = digests[0]?.first;
    this.#finding = brokenLink(digests);
  }

  add(entry: RecordedEvent): void {
    const { sequence } = entry;
    const isExpiring = this.#digests[0] !== undefined && sequence < this.#digests[0].first;
    if (isExpiring) return;
    this.#next ??= sequence;
    if (sequence < this.#next) this.#report('added entry', sequence);
    else if (sequence > this.#next) this.#report('missing entry', this.#next);
    else this.#compare(entry);
  }

  result(): Verification {
    const last = this.#digests.at(-1);
    const lastDigested = last?.last ?? 0;
    if (this.#next !== undefined && this.#next <= lastDigested) this.#report('missing entry', this.#next);
    const erasures = Map.groupBy(this.#erasures, ({ resourceId }) => resourceId);
    const recordsOf = ({ erased }: RecordedEvent) => erasures.get(erased?.for ?? '') ?? [];
    const unrecorded = this.#erased.find(
      (entry) => !recordsOf(entry).some((record) => isErasedBy(entry, record, this.#given)),
    );
    if (unrecorded !== undefined) this.#report('erased entry without a record', unrecorded.sequence);
    return {
      entries: this.#entries,
      digests: this.#at,
      notYetDigested: Math.max(0, (this.#next ?? 0) - 1 - lastDigested),
      newest: last === undefined ? null : { day: last.day, digest: last.digest },
      finding: this.#finding ?? null,
    };
  }

  #report(problem: Finding['problem'], sequence: number): void {
    this.#finding ??= { problem, sequence, day: this.#digests[this.#at]?.day ?? null };
  }

  #compare(entry: RecordedEvent): void {
    const { sequence } = entry;
    this.#entries += 1;
    this.#next = sequence + 1;
    this.#given.add(entry);
    if (isErasureRecord(entry)) this.#erasures.push(entry);
    if (entry.erased !== undefined) this.#erased.push(entry);
    const digest = this.#digests[this.#at];
    if (digest === undefined) return;
    const hash = hashOfEntry(entry);
    if (!hasFingerprint(digest, sequence, hash)) this.#report('changed entry', sequence);
    this.#hashes.push(hash);
    if (sequence < digest.last) return;
    if (digestOf(digest.day, digest.previous, this.#hashes) !== digest.digest) {
      this.#report('changed digest', sequence);
    }
    this.#hashes = [];
    this.#at += 1;
  }
}
