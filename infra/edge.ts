import * as z from 'zod';
import { linkPrefix } from '#lib/access/brands/schema/link-prefix.ts';
import { hostName } from './domain.ts';

/** AWS WAF counts the requests of an address within five minutes, and accepts limits from 10 to 2 billion. */
const requestsPerFiveMinutes = z.int().min(10).max(2_000_000_000);

/** The rules of the web ACL name each domain, and its capacity is limited. */
const maxLinkDomains = 50;

/** The region of the certificates and web ACLs of CloudFront. */
export const edgeRegion = 'us-east-1';

const certificateArn = z.string().regex(/^arn:aws[a-z-]*:acm:us-east-1:\d{12}:certificate\/[\w-]+$/, {
  error: ({ input }) =>
    `${JSON.stringify(input)} is not a certificate in ${edgeRegion}, which CloudFront needs: ` +
    `use arn:aws:acm:${edgeRegion}:<account>:certificate/<id>`,
});

const prefixes = z.record(hostName, linkPrefix).refine((all) => Object.keys(all).length <= maxLinkDomains, {
  error: `The web ACL has room for ${maxLinkDomains} domains`,
});

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
  /** The domains of links, with the link prefix of the brand of each. */
  links: z
    .strictObject({
      /** Names all domains. */
      certificateArn,
      prefixes,
    })
    .optional(),
  /** Also accepts requests that do not come through CloudFront, while the name of the API moves to it. */
  acceptsDirectRequests: z.boolean().optional(),
});

export type Edge = z.output<typeof edge>;

/** The link prefix of each domain that CloudFront serves. */
export const linkPrefixesOf = ({ edge: its }: { readonly edge?: Edge }): Readonly<Record<string, string>> =>
  its?.links?.prefixes ?? {};
