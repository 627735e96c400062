// Converts the records about a creator to their API representation.
import type * as z from 'zod';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { personalRecord, StoredRecord } from '#lib/care/privacy/schema/record.ts';
import { presentLink } from '#lib/clicks/links/present.ts';
import { storedLink } from '#lib/clicks/links/schema/stored.ts';
import { presentCommission } from '#lib/money/commissions/present.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { presentConversion } from '#lib/money/conversions/present.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';
import { presentDispute } from '#lib/money/disputes/present.ts';
import { storedDispute } from '#lib/money/disputes/schema/dispute.ts';
import { presentFinding } from '#lib/money/fraud/present.ts';
import { storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { presentDetails } from '#lib/money/payment-details/present.ts';
import { storedPaymentDetails } from '#lib/money/payment-details/schema/stored.ts';
import { presentLine } from '#lib/money/payouts/present.ts';
import { storedLine, storedPayout } from '#lib/money/payouts/schema/stored.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { presentDiscount } from '#lib/program/discounts/present.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';

function dataOf({ type, item, parentId, parent }: StoredRecord, brand: Brand): object {
  switch (type) {
    case 'affiliate':
      return presentAffiliate(storedAffiliate.parse(item), brand);
    case 'discount':
      return presentDiscount(storedDiscount.parse(item), brand.currency);
    case 'link':
      return presentLink(storedLink.parse(item), brand);
    case 'conversion':
      return presentConversion(storedConversion.parse(item));
    case 'commission':
      return presentCommission(storedCommission.parse(item));
    case 'dispute':
      return presentDispute(storedDispute.parse(item));
    case 'fraudFinding':
      return presentFinding(storedFinding.parse(item));
    case 'paymentDetails':
      return presentDetails(String(item.affiliateId), storedPaymentDetails.parse(item));
    case 'payoutLine':
      return { payoutId: parentId, ...presentLine(storedLine.parse(item), storedPayout.parse(parent), true) };
    case 'membership':
      return { campaignId: parentId };
  }
}

export const presentRecord = (record: StoredRecord, brand: Brand): z.input<typeof personalRecord> => ({
  type: record.type,
  data: { ...dataOf(record, brand) },
});
