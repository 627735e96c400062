// The type of an endpoint's cases. Files of cases import it from here: `cases.ts` imports them.
import type { Situation } from './situations.ts';

export interface EndpointCases {
  /** Maximum sequential round trips to the table. */
  readonly budget: number;
  /** The same with an `Idempotency-Key`: the claim costs one more, and so does storing the response outside a transaction. */
  readonly budgetWithKey?: number;
  /** Requests with different costs. The first one is a plain success. */
  readonly situations: Readonly<Record<string, Situation>>;
}

export type CasesByEndpoint = Readonly<Record<string, EndpointCases>>;
export type SituationsByEndpoint = Readonly<Record<string, Readonly<Record<string, Situation>>>>;

export const defineCases = (cases: CasesByEndpoint): CasesByEndpoint => cases;
