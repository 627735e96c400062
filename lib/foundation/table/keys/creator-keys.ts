// Defines the keys of the portal of creators. Separate from the other keys, so that the tracking link does not bundle them.
import { key } from './link-keys.ts';

export const creatorKeys = {
  /** The brand that has a slug, or had it before. */
  brandSlug: (slug: string) => key(`SLUG#${slug}`, 'BRAND'),
  brandLogo: (brandId: string) => key(`${brandId}#LOGO`, 'LOGO'),
  creatorSession: (brandId: string, id: string) => key(`${brandId}#CREATOR_SESSION`, id),
  /** A one-time link of a creator that was used, by its signature. */
  usedLink: (brandId: string, mac: string) => key(`${brandId}#USED_LINK`, mac),
  /** An application whose address is not confirmed. */
  application: (brandId: string, id: string) => key(`${brandId}#APPLICATION`, id),
  /** Counts the applications from one IP address in an hour. */
  applicationsFrom: (brandId: string, addressHash: string, hour: number) =>
    key(`${brandId}#APPLICATIONS_FROM`, `${addressHash}#${hour}`),
} as const;
