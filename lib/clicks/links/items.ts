// Declares the items that this domain stores. The items under its slugs have the key of tracking codes.
import { presentLink } from '#lib/clicks/links/present.ts';
import { storedLink } from '#lib/clicks/links/schema/stored.ts';
import { recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const linksItems = {
  link: {
    description: 'Link of a creator, with its slugs',
    example: keys.item(sample.brand, 'link', 'lnk_01'),
    personal: 'C: slugs, name, page, sub ids',
    kept: 'until it is deleted',
    erasure: 'deleted',
    restore: 'restored',
    events: recorded({
      schema: storedLink,
      present: (link, { brand }) => presentLink(link, brand),
      created: () => 'link.created',
      changed: () => 'link.updated',
      deleted: 'link.deleted',
    }),
  },
} satisfies StoredItems;
