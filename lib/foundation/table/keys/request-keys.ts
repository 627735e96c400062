// Defines the key of the number of requests of a brand. Separate, so that the tracking link does not bundle it.
import type { Key } from './item.ts';

export const requestCountPartition = (brandId: string): string => `${brandId}#REQUESTS`;

interface Minute {
  readonly brandId: string;
  readonly mode: string;
  readonly minute: number;
}

export const requestKeys = {
  requestCount: ({ brandId, mode, minute }: Minute): Key => ({
    pk: requestCountPartition(brandId),
    sk: `${mode}#${minute}`,
  }),
} as const;
