// Defines query parameters that are true or false.
import * as z from 'zod';

/** A parameter that is false if it is absent. */
export const flag = z
  .enum(['true', 'false'])
  .optional()
  .transform((text) => text === 'true');

/** The metadata of a flag in the OpenAPI document. */
export const flagMetadata = (description: string) => ({
  override: { type: 'boolean' as const, enum: undefined, default: false, description },
});
