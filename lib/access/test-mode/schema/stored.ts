// Defines the stored attributes of test twins, and of the state that leads to the twin of a brand.
import * as z from 'zod';
import { idSchema } from '#lib/foundation/shared/ids.ts';

/** Only test twins have these: the id of the live brand, and how many milliseconds the clock is ahead. */
export const twinFields = () => ({
  testOf: idSchema('brand').optional(),
  clockOffset: z.int().optional(),
});

export const storedTwinState = z.object({
  /** The number of resets. It determines the id of the twin. */
  generation: z.int(),
  /** In milliseconds: how far the clock of the twin is ahead. */
  clockOffset: z.int(),
});
export type TwinState = z.output<typeof storedTwinState>;
