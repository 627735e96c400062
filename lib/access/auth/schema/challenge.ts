// Defines the schema of a solved challenge.
import * as z from 'zod';

export const solvedChallengeInput = z
  .strictObject({
    token: z.string().min(1).max(64).meta({ description: '`challenge.token` of the 429.' }),
    solution: z.string().min(1).max(64).meta({ description: 'The text that you have found.' }),
  })
  .optional()
  .meta({ description: 'The solved challenge of a 429, which describes the work.' });
