// Defines query parameters that are true or false.
import * as z from 'zod';

/** A parameter that is false if it is absent. */
export const flag = (description: string) =>
  z
    .lazy(() =>
      z
        .enum(['true', 'false'])
        .optional()
        .transform((text) => text === 'true'),
    )
    .meta({ override: { type: 'boolean', enum: undefined, default: false, description } });
