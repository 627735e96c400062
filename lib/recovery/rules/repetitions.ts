// Names what a repeated erasure of personal data found.

/** `absent`: the live table does not contain the creator, so nothing is to be erased. */
export const repetitions = ['complete', 'repeated', 'absent'] as const;
export type Repetition = (typeof repetitions)[number];

export interface RepeatedErasure {
  readonly brandId: string;
  readonly erasureId: string;
  readonly repetition: Repetition;
}
