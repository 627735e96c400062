// The body of every refusal.
import * as z from 'zod';

export const errorBody = z
  .strictObject({
    statusCode: z.int(),
    message: z.string(),
    error: z.string().meta({ description: 'The reason phrase of the status', example: 'Unauthorized' }),
    details: z
      .array(z.strictObject({ path: z.string(), message: z.string() }))
      .optional()
      .meta({ description: 'For a 400: each field that was refused' }),
  })
  .meta({ id: 'Error' });

export type ErrorBody = z.output<typeof errorBody>;
