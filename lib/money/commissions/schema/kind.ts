// Defines the kinds of commissions. Those without an order are manual, because an admin creates them, or monthly, because terms earn them.
import * as z from 'zod';

const manualKinds = ['bonus', 'deduction', 'openingBalance'] as const;

export const manualKind = z.enum(manualKinds);

/** The service creates them when it settles a month: docs/decisions/0156. */
const monthlyKinds = ['tierSupplement', 'monthlyCap'] as const;
export type MonthlyKind = (typeof monthlyKinds)[number];

export const kindWithoutOrder = z.enum([...manualKinds, ...monthlyKinds]);

const namesOfMonthly: ReadonlySet<string | undefined> = new Set(monthlyKinds);
export const isMonthlyKind = (kind: z.output<typeof kindWithoutOrder> | undefined): boolean =>
  namesOfMonthly.has(kind);

export const commissionKind = z.enum(['order', 'adjustment', ...manualKinds, ...monthlyKinds]).meta({
  description:
    '`order`: of an order. `adjustment`: corrects the commission `adjusts` after a change of its order. Without an order: `bonus`; ' +
    '`deduction`, which is negative; `openingBalance`, which the creator had before the brand used the service; `tierSupplement`, which ' +
    'tiers of terms add in a month, or take back; `monthlyCap`, which a cap of terms takes away in a month, or gives back.',
});
