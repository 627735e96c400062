// Declares the items that this domain stores.
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { fraudKeys } from '#lib/foundation/table/keys/fraud-keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { presentChange } from './present.ts';
import { storedPaymentDetails } from './schema/stored.ts';

export const paymentDetailsItems = {
  paymentAccount: {
    description: 'Creator under the keyed hash of their account, which shows creators with the same account',
    example: fraudKeys.account(sample.brand, 'gQzQ4nWZ2Yk0qkqVt3sGJw', 'aff_01'),
    personal: 'C: keyed hash of the account',
    kept: kept.untilErased,
    erasure: 'deleted',
    restore: 'kept',
  },
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
