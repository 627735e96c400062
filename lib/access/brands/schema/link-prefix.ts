// Defines the prefix of the links of a brand.
import * as z from 'zod';
import { linkPrefixPattern } from '#lib/access/brands/rules/link-prefix.ts';

/** The links of test mode begin with it. */
const reserved = 'test';

export const linkPrefix = z
  .string()
  .regex(linkPrefixPattern, 'Must be 3 to 20 lower-case letters or digits')
  .refine((prefix) => prefix !== reserved, 'Belongs to the service, send another one');
