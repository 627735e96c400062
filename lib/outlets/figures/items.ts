// Declares the items that this domain stores.
import { kept, type StoredItems, sample } from '#lib/foundation/contract/stored-item.ts';
import { figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';

export const figuresItems = {
  brandFigures: {
    description: 'Figures of a brand on a day: clicks, orders, amounts and commissions',
    example: figureKeys.brandFigures(sample.brand, sample.day),
    kept: kept.untilBrandIsDeleted,
    restore: 'recalculated',
  },
  figures: {
    description: 'Figures of some creators, campaigns or discount codes on a day or in a month',
    example: figureKeys.figures(sample.brand, 'AFFILIATE', sample.day, 'aff_01'),
    kept: kept.untilBrandIsDeleted,
    restore: 'recalculated',
  },
  payables: {
    description: 'Commissions that creators are owed, by day of the approval',
    example: figureKeys.payables(sample.brand, 'aff_01'),
    kept: kept.untilBrandIsDeleted,
    restore: 'recalculated',
  },
} satisfies StoredItems;
