// Divides partition keys. Separate, so that the tracking link does not bundle it.

/** A spread list has several partitions, whose names end with a mark (docs/decisions/0118). */
const mark = /\.[0-9A-Z]$/;

/** The parts of the key of a brand's partition after the brand's id. The partitions of a spread list have the same parts. */
export const partsAfterBrand = (brandId: string, pk: string): readonly string[] =>
  pk
    .slice(brandId.length + 1)
    .split('#')
    .map((part) => part.replace(mark, ''));
