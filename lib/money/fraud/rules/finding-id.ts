// Derives the id of the fraud finding of an order, so that the order finds it without an index.
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';

export const findingIdOf = (conversionId: string): string =>
  `${idKinds.fraudFinding.prefix}${conversionId.slice(conversionId.indexOf('_'))}`;
