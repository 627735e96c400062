// Calculates how a click or a ledger entry changes figures. The stream and the rebuild both use these functions.
import { dayOfBrand, type Zones } from '#lib/access/brands/rules/days.ts';
import type { ClickDelta } from '#lib/clicks/tracking/rules/verdicts.ts';
import { dayOf, monthOf } from '#lib/foundation/shared/dates.ts';
import { timeOf } from '#lib/foundation/shared/ids.ts';
import { type FigureSeries, figureKeys } from '#lib/foundation/table/keys/figure-keys.ts';
import type { Key } from '#lib/foundation/table/keys/item.ts';
import { creditOf } from '#lib/money/ledger/rules.ts';
import type { LedgerEntry, LedgerKind } from '#lib/money/ledger/schema.ts';
import { dimensions, type Figures, figuresOf, figuresOfMonths, isEmpty, type Values } from './figures.ts';

/** Changes the figures of one part of an id in one item. */
export interface FigureDelta {
  readonly key: Key;
  readonly id: string;
  readonly part: string;
  readonly figures: Figures;
}

/** Separates the ids of a campaign and a discount code in the name of a part. */
const separator = '/';
export const partOf = (campaignId: string, discountId: string): string =>
  `${campaignId}${separator}${discountId}`;
export function idsOfPart(part: string): { readonly campaignId: string; readonly discountId: string } {
  const [campaignId = '', discountId = ''] = part.split(separator);
  return { campaignId, discountId };
}

interface Counted {
  readonly brandId: string;
  readonly day: string;
  readonly affiliateId: string;
  /** An empty id means none. */
  readonly campaignId: string;
  /** Undefined for clicks, which have no discount code. */
  readonly discountId: string | undefined;
  readonly figures: Figures;
}

function deltasOf({ brandId, day, affiliateId, campaignId, discountId, figures }: Counted) {
  if (isEmpty(figures)) return [];
  const ofMonth = figuresOfMonths(figures);
  const dayAndMonth = (series: FigureSeries, id: string, part = ''): readonly FigureDelta[] => [
    { key: figureKeys.figures(brandId, series, day, id), id, part, figures },
    {
      key: figureKeys.figures(brandId, series, monthOf(day), id),
      ...{ id, part, figures: ofMonth },
    },
  ];
  return [
    { key: figureKeys.brandFigures(brandId, day), id: '', part: '', figures },
    ...dayAndMonth('AFFILIATE', affiliateId, partOf(campaignId, discountId ?? '')),
    ...dayAndMonth('CAMPAIGN', campaignId),
    ...(discountId === undefined ? [] : dayAndMonth('DISCOUNT', discountId)),
  ].filter((delta) => !isEmpty(delta.figures));
}

function figuresOfClick(delta: ClickDelta): Figures {
  const { clicks, uniqueClicks, filtered, country, device, referrerHost, linkId, subIds } = delta;
  const values: Values = {};
  const byDimension = { country, device, referrer: referrerHost, link: linkId, ...subIds };
  for (const dimension of dimensions) {
    const value = byDimension[dimension];
    if (value) values[dimension] = [[value, clicks, uniqueClicks]];
  }
  return figuresOf({ clicks, uniqueClicks, ...filtered, values });
}

export const clickDeltasOf = (delta: ClickDelta, zones: Zones): readonly FigureDelta[] =>
  deltasOf({
    brandId: delta.brandId,
    day: dayOfBrand(zones, new Date(delta.at)),
    affiliateId: delta.affiliateId,
    campaignId: delta.campaignId ?? '',
    discountId: undefined,
    figures: figuresOfClick(delta),
  });

/** A restoration takes back the loss of the status that the commission leaves. */
const isLossAs = ({ kind, commissions }: LedgerEntry, loss: LedgerKind, status: string): boolean =>
  kind === loss || (kind === 'restoration' && commissions[status] === -1);

const isOfRefund = ({ kind }: LedgerEntry): boolean => kind === 'refund' || kind === 'refundReversal';

/** An order that was refunded in full stays in the figures of orders, but one that was moved or canceled does not. */
function ordersOf({ kind, orders }: LedgerEntry): number {
  if (kind === 'cancellation') return -1;
  return kind === 'order' ? orders : 0;
}

/** A rejection or reversal moves the amount of the commission back to `commissions`. */
function figuresOfEntry(entry: LedgerEntry): Figures {
  const lost = creditOf(entry, 'commissions');
  const sales = creditOf(entry, 'sales');
  return figuresOf({
    orders: ordersOf(entry),
    gross: isOfRefund(entry) ? 0 : sales,
    refunds: isOfRefund(entry) ? -sales : 0,
    pending: creditOf(entry, 'pending'),
    approved: creditOf(entry, 'approved', 'inPayout'),
    paid: creditOf(entry, 'paid'),
    rejected: isLossAs(entry, 'rejection', 'rejected') ? lost : 0,
    reversed: isLossAs(entry, 'reversal', 'reversed') ? lost : 0,
  });
}

/** The part of payables that are not approved. The others are named by the day of the approval. */
export const notApproved = '';

function payableDeltas(entry: LedgerEntry, affiliateId: string): readonly FigureDelta[] {
  const key = figureKeys.payables(entry.brandId, affiliateId);
  const delta = (part: string, figures: Figures) => ({
    key,
    id: affiliateId,
    part,
    figures: figuresOf(figures),
  });
  return [
    delta(notApproved, { pending: creditOf(entry, 'pending') }),
    delta(dayOf(new Date(entry.report.approvedAt ?? entry.at)), {
      approved: creditOf(entry, 'approved'),
      inPayout: creditOf(entry, 'inPayout'),
    }),
  ].filter(({ figures }) => !isEmpty(figures));
}

/** All entries of an order, except its refunds, count on the day of the order, so they have the same time zone. */
function recordingOf(entry: LedgerEntry): Date {
  const { report, conversionId, commissionId } = entry;
  const id = conversionId ?? commissionId;
  return isOfRefund(entry) || id === null ? new Date(report.at) : timeOf(id);
}

/** Figures contain only orders of creators, so entries without a creator change nothing. */
export function entryDeltasOf(entry: LedgerEntry, zones: Zones): readonly FigureDelta[] {
  const { affiliateId, brandId, campaignId, report } = entry;
  if (affiliateId === null) return [];
  const ofDay = deltasOf({
    ...{ brandId, affiliateId, campaignId: campaignId ?? '', discountId: report.discountId ?? '' },
    day: dayOfBrand(zones, new Date(report.at), recordingOf(entry)),
    figures: figuresOfEntry(entry),
  });
  return [...ofDay, ...payableDeltas(entry, affiliateId)];
}
