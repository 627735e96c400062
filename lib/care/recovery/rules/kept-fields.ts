// Decides which fields of the brand's own item a restore of the brand leaves alone. docs/decisions/0121
import type { Item } from '#lib/foundation/table/keys/item.ts';

/** The contract with the brand, and who may use the service. Like users and API keys, they stay as they are now. */
const keptFields: readonly string[] = [
  'plan',
  'subscriptionStatus',
  'requestsPerMinute',
  'requireSecondFactor',
  'auditAddresses',
  // Another brand may have claimed the earlier domain.
  'linkDomain',
  // The stored hashes of addresses were made with it.
  'salt',
];

const isKept = (name: string): boolean => keptFields.includes(name);

const select = (item: Item, isSelected: (name: string) => boolean): Item =>
  Object.fromEntries(Object.entries(item).filter(([name]) => isSelected(name)));

/** Returns the item of the earlier time with the kept fields of the live item. */
export const withKeptFields = (source: Item, live: Item): Item => ({
  ...select(source, (name) => !isKept(name)),
  ...select(live, isKept),
});
