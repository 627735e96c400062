// Names what a repeated erasure of personal data found.

/**
 * `inProgress`: it was repeated within the last hour, or has just begun. `absent`: the live table does not contain the creator, so nothing is
 * to be erased.
 */
export const repetitions = ['complete', 'inProgress', 'repeated', 'absent'] as const;
export type Repetition = (typeof repetitions)[number];

export interface RepeatedErasure {
  readonly brandId: string;
  readonly erasureId: string;
  readonly repetition: Repetition;
}
