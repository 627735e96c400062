// Tells the time of a brand. Only the clock of a test twin can differ from the real one.
import type { Brand } from '#lib/brands/schema.ts';

export const brandTime = ({ clockOffset = 0 }: Pick<Brand, 'clockOffset'>, at: Date): Date =>
  new Date(at.getTime() + clockOffset);
