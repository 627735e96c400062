// Defines the entries of the audit trail.
import type { RecordedEvent } from './segment.ts';

export interface TrailEntry extends RecordedEvent {
  /** The IP address of the request, or null if the brand does not want to see it or the entry is older than 30 days. */
  readonly address: string | null;
}

export const withoutAddress = (entry: RecordedEvent): TrailEntry => ({ ...entry, address: null });
