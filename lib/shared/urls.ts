// Defines the schemas of the URLs that visitors are redirected to, and of their hosts.
import * as z from 'zod';
import { type HostProblem, hostProblem } from './public-hosts.ts';

/** Rejects backslashes and control characters, because URL parsers disagree about the host of such URLs. */
const plainUrl = /^https:\/\/[^\s\\/?#][^\s\\\p{Cc}]*$/u;

const isHttpsWithoutCredentials = (text: string): boolean => {
  const url = plainUrl.test(text) ? URL.parse(text) : null;
  return url?.protocol === 'https:' && url.username === '' && url.password === '';
};

const hostMessages: Readonly<Record<HostProblem, string>> = {
  notPublic:
    'Must have a public host such as shop.example.com, not a private address or the name of a local network',
  mixedScripts:
    'Must have a host whose parts use the letters of one script each, because mixed scripts imitate other hosts',
};

function checkHost(hostname: string, addIssue: (message: string) => void): void {
  const problem = hostProblem(hostname);
  if (problem !== undefined) addIssue(hostMessages[problem]);
}

/** Stricter than `z.url()`, which accepts `javascript:`, `https://user@host` and `https://localhost`. */
export const httpsUrl = z.lazy(() =>
  z
    .string()
    .max(2048)
    .refine(isHttpsWithoutCredentials, {
      message: 'Must be an https:// URL without credentials',
      abort: true,
    })
    .superRefine((text, { addIssue }) => checkHost(new URL(text).hostname, addIssue))
    .meta({ description: 'An https URL with a public host.', example: 'https://acme.test/spring' }),
);

const wildcard = '*.';

/** Accepts a host, or `*.` and a host, and returns it in the form of `URL.hostname`. */
export const hostPattern = z.lazy(() =>
  z
    .string()
    .max(255)
    .transform((text, { addIssue }) => {
      const prefix = text.startsWith(wildcard) ? wildcard : '';
      const host = text.slice(prefix.length);
      const hostname = URL.parse(`https://${host}`)?.hostname ?? '';
      if (hostname === '' || /[/?#@:*\\\s]/.test(host)) {
        addIssue('Must be a host such as shop.example.com, or *.example.com for all hosts below it');
      } else {
        checkHost(hostname, addIssue);
      }
      return `${prefix}${hostname.replace(/\.$/, '')}`;
    }),
);
