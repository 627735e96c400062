// Defines the prefix of the links of a brand.
import * as z from 'zod';

/** The links of test mode begin with it. */
const reserved = 'test';

export const linkPrefix = z
  .string()
  .regex(/^[a-z0-9]{3,20}$/, 'Must be 3 to 20 lower-case letters or digits')
  .refine((prefix) => prefix !== reserved, 'Belongs to the service, send another one');
