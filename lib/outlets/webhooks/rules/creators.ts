// Finds the creator to whom an event belongs, such as the creator of a commission.
import * as z from 'zod';

const withCreator = z.object({ data: z.object({ affiliateId: z.string() }) });

export const creatorIn = (event: unknown): string | undefined =>
  withCreator.safeParse(event).data?.data.affiliateId;
