// A stored commission as the API answers it.
import type * as z from 'zod';
import { fromMinor } from '#lib/shared/money.ts';
import { presentRate } from '#lib/shared/rates.ts';
import type { Commission, commissionAnswer } from './schema.ts';

export const presentCommission = (commission: Commission): z.input<typeof commissionAnswer> => {
  const { brandId: _, revision: __, isAdjusted: ___, ...shown } = commission;
  const { currency, rate } = commission;
  return {
    ...shown,
    orderAmount: fromMinor(commission.orderAmount, currency),
    amount: fromMinor(commission.amount, currency),
    rate: { ...presentRate(rate, currency), source: rate.source },
  };
};
