// Adds the figures of reports. Amounts are in minor units.

/** The order is part of the stored format, so append new columns at the end. */
export const columns = [
  'orders',
  'gross',
  'refunds',
  'pending',
  'approved',
  'paid',
  'rejected',
  'reversed',
  'inPayout',
] as const;

type Column = (typeof columns)[number];

/**
 * `pending` to `reversed` are the commissions by their present status. `approved` includes those in a payout, except in the rollups
 * of payables, where `inPayout` is separate. A figure can be temporarily negative, because deltas arrive in any order.
 */
export type Figures = Record<Column, number>;

export const noFigures = (): Figures => ({
  orders: 0,
  gross: 0,
  refunds: 0,
  pending: 0,
  approved: 0,
  paid: 0,
  rejected: 0,
  reversed: 0,
  inPayout: 0,
});

export function addFigures(to: Figures, figures: Figures, sign: 1 | -1 = 1): void {
  for (const column of columns) to[column] += sign * figures[column];
}

export const isZero = (figures: Figures): boolean => columns.every((column) => figures[column] === 0);
