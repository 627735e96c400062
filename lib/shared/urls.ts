// Defines the schema of the URLs that visitors are redirected to.
import * as z from 'zod';

/** Rejects backslashes and control characters, because URL parsers disagree about the host of such URLs. */
const plainUrl = /^https:\/\/[^\s\\/?#][^\s\\\p{Cc}]*$/u;

const isHttpsWithoutCredentials = (text: string): boolean => {
  const url = plainUrl.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

/** Stricter than `z.url()`, which accepts `javascript:` and `https://user@host`. */
export const httpsUrl = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(isHttpsWithoutCredentials, 'Must be an https:// URL without credentials')
    .meta({ example: 'https://acme.test/spring' }),
);
