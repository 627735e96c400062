// Converts a creator, the statistics and the balance to what the creator sees.

import type * as z from 'zod';
import { presentPortal } from '#lib/access/brands/present.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRate } from '#lib/foundation/shared/rates.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import type { balanceOf } from '#lib/outlets/creator-portal/rules/balance.ts';
import type { OwnStatistics } from '#lib/outlets/creator-portal/rules/own-statistics.ts';
import type { OwnProgram } from '#lib/outlets/creator-portal/rules/own-terms.ts';
import type { balanceAnswer } from '#lib/outlets/creator-portal/schema/balance.ts';
import type { ownDiscountAnswer } from '#lib/outlets/creator-portal/schema/discounts.ts';
import type { ownStatisticsAnswer, profileAnswer } from '#lib/outlets/creator-portal/schema/profile.ts';
import { clicksOf, type Figures } from '#lib/outlets/figures/rules/figures.ts';
import { presentAffiliate } from '#lib/program/affiliates/present.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { presentDiscount } from '#lib/program/discounts/present.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import { presentTerms } from '#lib/program/terms/present.ts';

export function presentProfile(
  affiliate: Affiliate,
  brand: Brand,
  { applied: { rate, terms }, campaigns }: OwnProgram,
): z.input<typeof profileAnswer> {
  const { currency, name, slug, timezone, landingUrl, landingHosts } = brand;
  const { logoUrl, color, supportEmail, creatorLinks } = presentPortal(brand);
  const row = presentAffiliate(affiliate, brand);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.status,
    trackingCode: row.trackingCode,
    link: row.link,
    profileUrl: row.profileUrl,
    language: row.language,
    mails: row.mails,
    createdAt: row.createdAt,
    mode: isTwinId(brand.id) ? 'test' : 'live',
    currency,
    brand: { name, slug, timezone, logoUrl, color, supportEmail, creatorLinks, landingUrl, landingHosts },
    terms: {
      rate: presentRate(rate, currency),
      details: terms && presentTerms(terms, currency),
      holdDays: brand.holdDays,
      attributionWindowDays: brand.attributionWindowDays,
    },
    campaigns: campaigns.map(({ campaign, applied }) => ({
      id: campaign.id,
      name: campaign.name,
      rate: presentRate(applied.rate, currency),
      hasDetails: applied.terms !== null,
      link: `${row.link}?campaignId=${campaign.id}`,
      endDate: campaign.endDate,
    })),
  };
}

function presentFigures(figures: Figures, currency: string) {
  const { orders = 0, gross = 0, refunds = 0, pending = 0, approved = 0, paid = 0 } = figures;
  return {
    ...clicksOf(figures),
    orders,
    revenue: fromMinor(gross - refunds, currency),
    commission: fromMinor(pending + approved + paid, currency),
  };
}

export const presentOwnStatistics = (
  { from, to, totals, days, links }: OwnStatistics,
  { currency }: Pick<Brand, 'currency'>,
): z.input<typeof ownStatisticsAnswer> => ({
  from,
  to,
  currency,
  totals: presentFigures(totals, currency),
  days: days.map(({ date, figures }) => ({ date, ...presentFigures(figures, currency) })),
  links: links.map(([linkId, { clicks }]) => ({ linkId, clicks })),
});

export const presentBalance = (
  { pending, approved, inPayout, paid, nextPayout }: ReturnType<typeof balanceOf>,
  nextApprovalAt: string | null,
  { currency }: Pick<Brand, 'currency'>,
): z.input<typeof balanceAnswer> => ({
  currency,
  pending: fromMinor(pending, currency),
  nextApprovalAt,
  approved: fromMinor(approved, currency),
  inPayout: fromMinor(inPayout, currency),
  paid: fromMinor(paid, currency),
  nextPayout: {
    status: nextPayout.status,
    amount: fromMinor(nextPayout.amount, currency),
    minimum: fromMinor(nextPayout.minimum, currency),
  },
});

/** The creator sees neither the campaign nor what the brand has noted. */
export function presentOwnDiscount(discount: Discount, currency: string): z.input<typeof ownDiscountAnswer> {
  const {
    affiliateId: _,
    campaignId: __,
    externalId: ___,
    metadata: ____,
    ...row
  } = presentDiscount(discount, currency);
  return row;
}
