import * as z from 'zod';
import { linkPrefixPattern } from '#lib/access/brands/rules/link-prefix.ts';
import { hostName } from './domain.ts';

/** AWS WAF counts the requests of an address within five minutes, and accepts limits from 10 to 2 billion. */
const requestsPerFiveMinutes = z.int().min(10).max(2_000_000_000);

/** The rules of the web ACL name each domain, and its capacity is limited. */
const maxLinkDomains = 50;
/** The function that verifies domains has them in its variables, for which Lambda has room for 4 KB. */
const maxLinkDomainBytes = 2048;

/** The region of the certificates and web ACLs of CloudFront. */
export const edgeRegion = 'us-east-1';

const certificateArn = z.string().regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is not a certificate in ${edgeRegion}, which CloudFront needs: ` +
    `use arn:aws:acm:${edgeRegion}:<account>:certificate/<id>`,
});

const prefixes = z
  .record(hostName, z.string().regex(linkPrefixPattern, 'Use the `linkPrefix` of a brand, such as acme'))
  .refine((all) => Object.keys(all).length >= 1 && Object.keys(all).length <= maxLinkDomains, {
    error: `Name 1 to ${maxLinkDomains} domains, because the web ACL has no room for more`,
  })
  .refine((all) => JSON.stringify(all).length <= maxLinkDomainBytes, {
    error: `The domains and prefixes must have at most ${maxLinkDomainBytes} bytes as JSON, because the variables of a function have no room for more`,
  });

const linkDomains = z.strictObject({
  /** It must cover each domain. */
  certificateArn,
  /** The link prefix of the brand of each domain. */
  prefixes,
});
export type LinkDomains = z.output<typeof linkDomains>;

export const edge = z.strictObject({
  /** The certificate of `domain` for CloudFront. */
  certificateArn: certificateArn.optional(),
  /** Increase it to replace the secret that CloudFront sends to the API (docs/administration.md). */
  secretVersion: z.int().min(1),
  /** Requests of one address within five minutes. WAF answers further ones with 429. */
  limits: z.strictObject({
    logins: requestsPerFiveMinutes,
    links: requestsPerFiveMinutes,
    /** Requests with the same `authorization` header, so that brands whose servers share an address do not use up each other's limit. */
    callers: requestsPerFiveMinutes,
    /** All requests except those of links. A platform sends the requests of several brands from one address. */
    others: requestsPerFiveMinutes,
  }),
  /** The domains of the links of brands (docs/decisions/0182). */
  links: linkDomains.optional(),
  /** Also accepts requests that do not come through CloudFront, while the name of the API moves to it. */
  acceptsDirectRequests: z.boolean().optional(),
});

export type Edge = z.output<typeof edge>;
