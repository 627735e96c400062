// Defines the schemas of the URLs that visitors are redirected to, and of their hosts.
import * as z from 'zod';
import { type HostProblem, hostProblem, isLocalUrl } from './public-hosts.ts';

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
const publicUrl = (message: string, isExempt: (text: string) => boolean) =>
  z
    .string()
    .max(2048)
    .refine((text) => isExempt(text) || isHttpsWithoutCredentials(text), { message, abort: true })
    .superRefine((text, { addIssue }) => {
      if (!isExempt(text)) checkHost(new URL(text).hostname, addIssue);
    })
    .meta({ description: 'An https URL with a public host.', example: 'https://acme.test/spring' });

export const httpsUrl = publicUrl('Must be an https:// URL without credentials', () => false);

export const landingUrlMessage =
  'Must be an https:// URL without credentials. Only in test mode, it can be http://localhost or http://127.0.0.1';

/** Accepts local URLs in both modes, because a schema does not know the mode. `isAllowedLandingUrl` refuses them in live mode. */
export const landingUrl = publicUrl(landingUrlMessage, isLocalUrl);

const wildcard = '*.';

/** Accepts a host, or `*.` and a host, and returns it in the form of `URL.hostname`. */
export const hostPattern = z
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
  });
