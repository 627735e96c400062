// The schema of URLs that visitors are redirected to.
import * as z from 'zod';

/** URL parsers disagree about the host of a URL with backslashes or control characters. */
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
