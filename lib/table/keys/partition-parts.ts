// Divides partition keys. Separate, so that the tracking link does not bundle it.

/** The parts of the key of a brand's partition after the brand's id. */
export const partsAfterBrand = (brandId: string, pk: string): readonly string[] =>
  pk.slice(brandId.length + 1).split('#');
