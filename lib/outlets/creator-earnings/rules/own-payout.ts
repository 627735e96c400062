// Defines a payout with the line of one creator.
import type { Line, Payout } from '#lib/money/payouts/schema/stored.ts';

export interface OwnPayout {
  readonly payout: Payout;
  readonly line: Line;
}
