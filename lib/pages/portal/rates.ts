// Says what an order earns, and by which rate.
import type { CreatorCommission, Rate } from '#lib/client/index.ts';
import type { Format } from '#lib/pages/shared/format.ts';
import type { Page } from './page.ts';
import type { Visit } from './visit.ts';

/** Returns a text such as "10% of each order". */
export function earnedText({ texts }: Visit, rate: Rate, format: Format): string {
  const { perOrder, perOrderFixed } = texts.portal.home;
  return rate.type === 'fixed' ? perOrderFixed(format.rate(rate)) : perOrder(format.rate(rate));
}

/** Returns a text such as "12% of €99.00, by the rate of the campaign Summer". A partial refund adds the amount before it. */
export function amountReason({ texts, profile, format }: Page, commission: CreatorCommission): string {
  const { kind, rate, orderAmount, campaignId, amount, originalAmount } = commission;
  const { commissions: its } = texts.portalMoney;
  if (rate === null || its.kinds[kind] !== undefined) return its.kinds[kind] ?? '';
  // Nothing is left of the order, so its share would be wrong.
  if (amount === 0) return '';
  const share =
    rate.type === 'fixed'
      ? format.rate(rate)
      : texts.reasons.percentOf(format.rate(rate), format.money(orderAmount));
  const campaign = rate.source.startsWith('campaign')
    ? profile.campaigns.find(({ id }) => id === campaignId)
    : undefined;
  const source = campaign === undefined ? its.sources[rate.source] : its.campaign(campaign.name);
  const byRate = texts.reasons.byRate(share, source ?? rate.source);
  const isReduced = amount > 0 && amount < originalAmount;
  return isReduced ? `${byRate}. ${texts.reasons.reduced(format.money(originalAmount))}` : byRate;
}
