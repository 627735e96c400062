// Calculates what each creator is owed, by age. Amounts are in minor units.
import { daysInclusive } from '#lib/foundation/shared/dates.ts';
import { recordOf } from '#lib/foundation/shared/record-of.ts';
import { notApproved } from './deltas.ts';
import type { Parts, Sheet } from './sheet.ts';

export const payableNames = [
  'pending',
  'days0To30',
  'days31To60',
  'days61To90',
  'over90Days',
  'inPayout',
  'due',
] as const;
type PayableName = (typeof payableNames)[number];
export type Payable = Readonly<Record<PayableName, number>>;

export const nothingPayable: Payable = recordOf(payableNames, () => 0);

export const addPayables = (one: Payable, other: Payable): Payable =>
  recordOf(payableNames, (name) => one[name] + other[name]);

type Age = 'days0To30' | 'days31To60' | 'days61To90' | 'over90Days';

function ageOf(days: number): Age {
  if (days <= 30) return 'days0To30';
  if (days <= 60) return 'days31To60';
  return days <= 90 ? 'days61To90' : 'over90Days';
}

/** A part is the day of the approval. */
function payableOf(parts: Parts, today: string): Payable {
  let sum = nothingPayable;
  for (const [day, { pending = 0, approved = 0, inPayout = 0 }] of parts) {
    const age = ageOf(day === notApproved ? 0 : daysInclusive(day, today) - 1);
    const due = approved + inPayout;
    sum = addPayables(sum, { ...nothingPayable, pending, inPayout, due, [age]: approved });
  }
  return sum;
}

export interface PayableRow {
  readonly affiliateId: string;
  readonly payable: Payable;
}

/** Returns the creators with the highest `due` first. */
export function payableRows(sheets: readonly Sheet[], today: string): readonly PayableRow[] {
  const rows = sheets.flatMap((sheet) =>
    [...sheet].map(([affiliateId, parts]) => ({ affiliateId, payable: payableOf(parts, today) })),
  );
  return rows.toSorted(
    (one, other) =>
      other.payable.due - one.payable.due ||
      other.payable.pending - one.payable.pending ||
      (one.affiliateId < other.affiliateId ? -1 : 1),
  );
}
