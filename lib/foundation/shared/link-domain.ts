// Defines the domain of the links of a brand, as it is stored in the brand.

export interface LinkDomain {
  readonly domain: string;
  /** Null until the brand has proven that the domain is its own. */
  readonly verifiedAt: string | null;
}

export interface DomainOwner {
  readonly linkDomain?: LinkDomain | undefined;
}

export const verifiedDomainOf = ({ linkDomain }: DomainOwner): string | undefined =>
  linkDomain === undefined || linkDomain.verifiedAt === null ? undefined : linkDomain.domain;
