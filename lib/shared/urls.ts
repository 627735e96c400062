// Addresses that people are sent to.
import * as z from 'zod';

/** As one writes it: readers of other standards would find another host behind a backslash or a line break. */
const plain = /^https:\/\/[^\s\\/?#][^\s\\\p{Cc}]*$/u;

const isHttpsWithoutCredentials = (text: string): boolean => {
  const url = plain.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** https only, and no credentials: `z.url()` alone would take `javascript:` and `https://user@host`. */
export const httpsUrl = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(isHttpsWithoutCredentials, 'Must be an https:// address without credentials')
    .meta({ example: 'https://acme.test/spring' }),
);
