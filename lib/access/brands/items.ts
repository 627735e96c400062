// Declares the items that this domain stores.
import { presentBrand } from '#lib/access/brands/present.ts';
import { storedBrand } from '#lib/access/brands/schema.ts';
import { kept, recorded, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { creatorKeys } from '#lib/foundation/table/keys/creator-keys.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';

export const brandsItems = {
  brand: {
    description: 'Brand: plan, terms, currency, customer salt',
    example: keys.brand(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
    events: recorded({
      schema: storedBrand,
      present: (brand) => ({
        ...presentBrand(brand),
        plan: brand.plan,
        subscriptionStatus: brand.subscriptionStatus,
      }),
      hidden: ({ payoutAccount }) => payoutAccount,
      created: () => undefined,
      changed: () => 'settings.updated',
    }),
  },
  brandSlug: {
    description: 'Claim of the slug of a brand, also of a former one',
    example: creatorKeys.brandSlug('acme'),
    kept: kept.untilBrandIsDeleted,
    restore: null,
  },
  linkPrefix: {
    description: 'Claim of the link prefix of a brand, also of a former one',
    example: keys.linkPrefix('acme'),
    kept: kept.untilBrandIsDeleted,
    restore: null,
  },
  linkDomain: {
    description: 'Claim of the verified domain of the links of a brand',
    example: keys.linkDomain('go.acme.com'),
    kept: 'until the brand removes the domain',
    restore: null,
  },
  brandLogo: {
    description: 'Logo of a brand: its type and its bytes. The brand has its hash',
    example: creatorKeys.brandLogo(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: 'restored',
  },
  brandDirectory: {
    description: 'Entry in the list of all brands',
    example: keys.brandDirectory(sample.brand),
    kept: kept.untilBrandIsDeleted,
    restore: null,
  },
} satisfies StoredItems;
