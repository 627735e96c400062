// Addresses that people are sent to.
import * as z from 'zod';

const isHttpsWithoutCredentials = (text: string): boolean => {
  const url = URL.parse(text);
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** https only, and no credentials: `z.url()` alone would take `javascript:` and `https://user@host`. */
export const httpsUrl = z
  .string()
  .max(2048)
  .refine(isHttpsWithoutCredentials, 'Must be an https:// address without credentials')
  .meta({ example: 'https://acme.test/spring' });
