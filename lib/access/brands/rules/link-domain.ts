// Decides whether a brand has proven that a domain is its own. Other brands cannot guess the value of the DNS record.
import { hashWithSalt } from '#lib/access/brands/rules/customer-salt.ts';
import type { LinkDomainProblem } from '#lib/access/brands/schema/link-domain.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { LinkDomain } from '#lib/foundation/shared/link-domain.ts';

/** A domain after a check. `problem` is null for a verified one. */
export interface CheckedDomain {
  readonly brand: Brand;
  readonly linkDomain: LinkDomain;
  readonly problem: LinkDomainProblem | null;
}

/** The value depends only on the brand and the domain, so a repeated request asks for the same record. */
export const proofOf = ({ salt }: Pick<Brand, 'salt'>, domain: string) => ({
  type: 'TXT' as const,
  name: `_affiliate.${domain}`,
  value: hashWithSalt(salt, `link domain ${domain}`),
});

/** Throws a 409 if there is none, because a domain needs codes that are unique in the brand. */
export function requireLinkPrefix({ linkPrefix }: Pick<Brand, 'linkPrefix'>): void {
  if (linkPrefix === undefined)
    throw conflict(
      'link_prefix_missing',
      'A domain needs a link prefix: send `PATCH /brand` with `linkPrefix` first',
    );
}

/** `found` is undefined if DNS did not answer. */
export function problemOfRecords(
  found: readonly string[] | undefined,
  wanted: string,
): LinkDomainProblem | null {
  if (found === undefined) return 'dns_unavailable';
  if (found.includes(wanted)) return null;
  return found.length === 0 ? 'record_missing' : 'record_differs';
}
