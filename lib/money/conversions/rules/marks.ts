// Derives the marks of an order from its input, and presents them.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';

type Marks = Pick<Conversion, 'settledElsewhere' | 'isTest'>;

/** False is the same as an absent mark. */
export const marksOf = ({ settledElsewhere, isTest }: Pick<ConversionInput, keyof Marks>): Marks => ({
  ...(settledElsewhere && { settledElsewhere }),
  ...(isTest && { isTest }),
});

export const presentMarks = ({ settledElsewhere, isTest }: Marks) => ({
  settledElsewhere: settledElsewhere ?? false,
  isTest: isTest ?? false,
});
