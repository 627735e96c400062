// Defines the kinds of commissions. Those without an order are called manual, because an admin creates them.
import * as z from 'zod';

const manualKinds = ['bonus', 'deduction', 'openingBalance'] as const;

export const manualKind = z.enum(manualKinds);

export const commissionKind = z.enum(['order', 'adjustment', ...manualKinds]).meta({
  description:
    '`order`: of an order. `adjustment`: corrects the commission `adjusts` after a change of its order. Without an order: `bonus`; ' +
    '`deduction`, which is negative; `openingBalance`, which the creator had before the brand used the service.',
});
