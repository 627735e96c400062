// Defines the answer to a message of the Model Context Protocol.
import type * as z from 'zod';

/** A message that needs no answer gets a 202 without a body. */
export interface MessageAnswer<Data extends z.ZodType = z.ZodType> {
  readonly kind: 'message';
  readonly status: 200;
  readonly statusOfNothing: 202;
  readonly data: Data;
}

export const message = <Data extends z.ZodType>(data: Data) =>
  ({ kind: 'message', status: 200, statusOfNothing: 202, data }) as const;
