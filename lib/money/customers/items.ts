// Declares the items that this domain stores.
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { presentCustomer } from './present.ts';
import { customerPersonalFields } from './rules/personal-fields.ts';
import { storedCustomer } from './schema/customer.ts';

export const customersItems = {
  customer: {
    description: 'Customer, with the creator to whom the customer is bound',
    example: keys.item(sample.brand, 'customer', 'salted-hash'),
    personal:
      'C: ids; K: customer id and its salted hash, salted hashes of e-mail addresses, reasons of moves',
    kept: kept.untilErased,
    erasure: customerPersonalFields,
    erasureNote: 'the salted hash of the customer id stays, with the creator',
    restore: 'restored',
    events: recorded({
      schema: storedCustomer,
      present: (customer) => presentCustomer(customer),
      customerKeyOf: ({ customerKey }) => customerKey,
      resourceIdOf: ({ id }) => String(id),
      created: () => undefined,
      changed: (before, after) => (before.affiliateId === after.affiliateId ? undefined : 'customer.updated'),
    }),
  },
  customerEmail: {
    description: 'Creator to whom the customer of an e-mail address is bound',
    example: keys.customerEmail(sample.brand, 'salted-hash'),
    personal: 'C: ids; K: salted hash of the e-mail address',
    kept: kept.untilErased,
    erasure: 'deleted, if an order has bound it together with the customer id',
    restore: 'restored',
  },
} satisfies StoredItems;
