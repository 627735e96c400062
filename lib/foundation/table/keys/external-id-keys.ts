// Defines the keys of external ids. They have their own file, so that the tracking link does not bundle them.
import { collectionPartition } from './keys.ts';

export type AnnotatedCollection = 'affiliate' | 'campaign' | 'discount' | 'conversion' | 'dispute';

export const externalIdKeys = {
  externalId: (brandId: string, collection: AnnotatedCollection, externalId: string) => ({
    pk: `${collectionPartition(brandId, collection)}#EXTERNAL_ID`,
    sk: externalId,
  }),
} as const;
