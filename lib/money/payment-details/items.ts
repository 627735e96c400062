// Declares the items that this domain stores.
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { presentChange } from './present.ts';
import { storedPaymentDetails } from './schema/stored.ts';

export const paymentDetailsItems = {
  paymentDetails: {
    description: 'Payment details and tax data of a creator, encrypted, with a masked form',
    example: paymentKeys.paymentDetails(sample.brand, 'aff_01'),
    personal: 'C: account and tax number (encrypted), name of the account holder, country',
    kept: kept.untilErased,
    erasure: 'deleted',
    restore: 'kept',
    events: recorded({
      schema: storedPaymentDetails,
      present: presentChange,
      hidden: ({ current, tax }) => [current?.sealed, tax?.sealed],
      created: () => 'affiliate.payout_details_changed',
      changed: () => 'affiliate.payout_details_changed',
    }),
  },
} satisfies StoredItems;
