// Declares the items that this domain stores.

import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentConversion } from '#lib/money/conversions/present.ts';
import { customerOf } from '#lib/money/conversions/rules/list-keys.ts';
import { pendingDays } from '#lib/money/conversions/rules/pending-refunds.ts';
import {
  conversionPersonalFields,
  orderPersonalFields,
  refundPersonalFields,
} from '#lib/money/conversions/rules/personal-fields.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';

/** An amount that another rate has made 0 can be refunded in its own currency. */
const refundedIn = ({ refundedAmount, original }: Conversion): number =>
  refundedAmount + (original?.refundedAmount ?? 0);

export const conversionsItems = {
  conversion: {
    description: 'Order',
    example: keys.item(sample.brand, 'conversion', 'cnv_01'),
    personal:
      'K: salted hash of the e-mail address, customer id, metadata, external id, references, reasons of changes',
    kept: kept.untilErased,
    erasure: conversionPersonalFields,
    erasureNote: 'the salted hash of the customer id stays, for the audit trail',
    restore: 'restored',
    events: recorded({
      schema: storedConversion,
      present: (conversion) => presentConversion(conversion),
      customerKeyOf: customerOf,
      created: () => 'conversion.recorded',
      changed: (before, after) => {
        if (before.canceledAt !== after.canceledAt) return 'conversion.canceled';
        const [was, is] = [refundedIn(before), refundedIn(after)];
        if (was === is) return 'conversion.updated';
        return was < is ? 'conversion.refunded' : 'conversion.refund_reversed';
      },
    }),
  },
  order: {
    description:
      'Claim of an order id, with the body’s fingerprint and the line items. Before its order, the claim names the refunds that wait for it',
    example: keys.order(sample.brand, 'order-1041'),
    personal: 'K: names of products',
    kept: kept.untilBrandIsDeleted,
    erasure: orderPersonalFields,
    restore: 'restored',
  },
  refund: {
    description: 'Refund of a conversion',
    example: keys.refund(sample.brand, 'cnv_01', 'refund-7'),
    personal: 'K: reasons',
    kept: kept.untilBrandIsDeleted,
    erasure: refundPersonalFields,
    restore: 'restored',
  },
  pendingRefund: {
    description: 'Refund that waits for its order. The claim of the order id names it',
    example: keys.pendingRefund(sample.brand, 'ref_01'),
    personal: 'K: reason',
    kept: `${pendingDays} days`,
    erasure: 'expires',
    restore: 'restored',
  },
} satisfies StoredItems;
