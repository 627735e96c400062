// Converts the records about a creator to their API representation.
import type * as z from 'zod';
import { presentAffiliate } from '#lib/affiliates/present.ts';
import { storedAffiliate } from '#lib/affiliates/schema/affiliate.ts';
import { presentCommission } from '#lib/commissions/present.ts';
import { storedCommission } from '#lib/commissions/schema/commission.ts';
import { presentConversion } from '#lib/conversions/present.ts';
import { storedConversion } from '#lib/conversions/schema/conversion.ts';
import { presentDiscount } from '#lib/discounts/present.ts';
import { storedDiscount } from '#lib/discounts/schema/discount.ts';
import { presentLine } from '#lib/payouts/present.ts';
import { storedLine } from '#lib/payouts/schema/stored.ts';
import type { personalRecord, StoredRecord } from '#lib/privacy/schema/record.ts';

function dataOf({ type, item, parentId }: StoredRecord, currency: string): object {
  switch (type) {
    case 'affiliate':
      return presentAffiliate(storedAffiliate.parse(item), currency);
    case 'discount':
      return presentDiscount(storedDiscount.parse(item), currency);
    case 'conversion':
      return presentConversion(storedConversion.parse(item));
    case 'commission':
      return presentCommission(storedCommission.parse(item));
    case 'payoutLine':
      return { payoutId: parentId, ...presentLine(storedLine.parse(item), currency, true) };
    case 'membership':
      return { campaignId: parentId };
  }
}

export const presentRecord = (record: StoredRecord, currency: string): z.input<typeof personalRecord> => ({
  type: record.type,
  data: { ...dataOf(record, currency) },
});
