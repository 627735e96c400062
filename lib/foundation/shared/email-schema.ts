// Defines the schema of an e-mail address.
import * as z from 'zod';
import { isEmailAddress, maxEmailBytes } from './email-addresses.ts';

export const emailAddress = z
  .string()
  .trim()
  .refine(
    isEmailAddress,
    `Must be an e-mail address of at most ${maxEmailBytes} bytes, such as ada@example.com`,
  )
  .meta({
    format: 'idn-email',
    description: `An e-mail address in any script (RFC 6531), at most ${maxEmailBytes} bytes in UTF-8`,
    example: 'ops@acme.test',
  });
