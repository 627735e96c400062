// Defines the type of an endpoint's cases. It is not in `cases.ts`, because `cases.ts` imports the files that need the type.
import type { Situation } from './situations.ts';

export interface EndpointCases {
  /** Maximum sequential round trips to the table. */
  readonly budget: number;
  /** The maximum with an `Idempotency-Key`. Claiming the key and storing the response can take one more round trip each. */
  readonly budgetWithKey?: number;
  /** Requests with different costs. The first one is a plain success. */
  readonly situations: Readonly<Record<string, Situation>>;
}

export type CasesByEndpoint = Readonly<Record<string, EndpointCases>>;
export type SituationsByEndpoint = Readonly<Record<string, Readonly<Record<string, Situation>>>>;

export const defineCases = (cases: CasesByEndpoint): CasesByEndpoint => cases;
