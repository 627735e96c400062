// Derives the marks of an order from its input, and presents them.
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';

type Marks = Pick<Conversion, 'settledElsewhere'>;

/** False is the same as an absent mark. */
export const marksOf = ({ settledElsewhere }: Pick<ConversionInput, keyof Marks>): Marks => ({
  ...(settledElsewhere && { settledElsewhere }),
});

export const presentMarks = ({ settledElsewhere }: Marks) => ({
  settledElsewhere: settledElsewhere ?? false,
});
