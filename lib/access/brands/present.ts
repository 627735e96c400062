// Converts stored brands to API responses.
import type * as z from 'zod';
import { presentTerms } from '#lib/access/brands/present/terms.ts';
import { noFraudRules } from '#lib/access/brands/rules/fraud-rules.ts';
import { type CheckedDomain, proofOf } from '#lib/access/brands/rules/link-domain.ts';
import { logoUrlOf } from '#lib/access/brands/rules/logo-url.ts';
import { fromStoredUtm } from '#lib/access/brands/rules/utm.ts';
import { defaultCreatorMails } from '#lib/access/brands/schema/creator-mails.ts';
import type { brandAnswer } from '#lib/access/brands/schema/settings.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { LinkDomain } from '#lib/foundation/shared/link-domain.ts';
import { maskIban } from '#lib/foundation/shared/mask.ts';

const presentLinkTexts = (texts: Brand['linkTexts']) =>
  texts === null ? null : { title: texts[0] ?? '', message: texts[1] ?? '' };

const presentAccount = (account: Brand['payoutAccount']) =>
  account && { iban: maskIban(account.iban), name: account.name, bic: account.bic ?? null };

/** The settings of the portal. */
export const presentPortal = (brand: Brand) => {
  const { logo: _, ...shown } = brand.portal;
  return { ...shown, logoUrl: logoUrlOf(brand) };
};

const presentLinkDomain = (brand: Brand, { domain, verifiedAt }: LinkDomain) => ({
  domain,
  status: verifiedAt === null ? ('pending' as const) : ('verified' as const),
  record: proofOf(brand, domain),
  verifiedAt,
});

export const presentCheckedDomain = ({ brand, linkDomain, problem }: CheckedDomain) => ({
  ...presentLinkDomain(brand, linkDomain),
  problem,
});

export const presentBrand = (brand: Brand): z.input<typeof brandAnswer> => ({
  id: brand.id,
  name: brand.name,
  currency: brand.currency,
  landingUrl: brand.landingUrl,
  ...presentTerms(brand),
  payoutAccount: presentAccount(brand.payoutAccount),
  linkTexts: presentLinkTexts(brand.linkTexts),
  defaultUtm: brand.defaultUtm && fromStoredUtm(brand.defaultUtm),
  requireSecondFactor: brand.requireSecondFactor,
  auditAddresses: brand.auditAddresses,
  creatorMails: brand.creatorMails ?? defaultCreatorMails(),
  fraudRules: { ...noFraudRules(), ...brand.fraudRules },
  slug: brand.slug,
  linkPrefix: brand.linkPrefix ?? null,
  linkDomain: brand.linkDomain ? presentLinkDomain(brand, brand.linkDomain) : null,
  portal: presentPortal(brand),
  createdAt: brand.createdAt,
});
