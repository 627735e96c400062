// Declares the items that this domain stores.

import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentConversion } from '#lib/money/conversions/present.ts';
import { customerOf } from '#lib/money/conversions/rules/list-keys.ts';
import {
  conversionPersonalFields,
  orderPersonalFields,
} from '#lib/money/conversions/rules/personal-fields.ts';
import { storedConversion } from '#lib/money/conversions/schema/conversion.ts';

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
        return before.refundedAmount === after.refundedAmount ? 'conversion.updated' : 'conversion.refunded';
      },
    }),
  },
  order: {
    description: 'Claim of an order id, with the body’s fingerprint and the line items',
    example: keys.order(sample.brand, 'order-1041'),
    personal: 'K: names of products',
    kept: kept.untilBrandIsDeleted,
    erasure: orderPersonalFields,
    restore: 'restored',
  },
  refund: {
    description: 'Refund of a conversion',
    example: keys.refund(sample.brand, 'cnv_01', 'refund-7'),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
} satisfies StoredItems;
