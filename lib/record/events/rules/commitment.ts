// Commits the audit trail to the data of an event, so that erased data does not break the chain of digests.
import { createHash, randomBytes } from 'node:crypto';
import type { NewEvent } from './new-event.ts';

/** Says that personal data was removed from an event. */
export interface Erased {
  readonly at: string;
  /** The `resourceId` of the event `*.personal_data_erased` that records the erasure. */
  readonly for: string;
  /** The commitment to the former data, which nobody can compute any more. */
  readonly commitment: string;
}

export interface Committed extends Pick<NewEvent, 'data' | 'changes'> {
  /** Prevents that erased data is found by trying texts. An erased event has none. */
  readonly nonce?: string;
  readonly erased?: Erased;
}

const nonceBytes = 16;

export const newNonce = (): string => randomBytes(nonceBytes).toString('base64url');

const hashOf = (...parts: readonly unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('base64url');

/** An event that is not erased stores no commitment, because it follows from its nonce and its data. */
export const commitmentOf = ({ nonce, data, changes, erased }: Committed): string =>
  erased?.commitment ?? hashOf(nonce ?? '', data, changes);

/** Returns the event with the given data instead of its own. Further erasures keep the first commitment. */
export function eraseData<Event extends Committed>(
  event: Event,
  { data, changes }: Pick<Committed, 'data' | 'changes'>,
  record: Pick<Erased, 'at' | 'for'>,
): Omit<Event, 'nonce'> {
  const { nonce: _, ...rest } = event;
  return { ...rest, data, changes, erased: { ...record, commitment: commitmentOf(event) } };
}
