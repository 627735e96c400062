// Reads what an e-mail to a creator says, when it is sent. So the e-mail is correct after an erasure or a correction.
import type { Brand } from '#lib/access/brands/schema.ts';
import type { MailLanguage } from '#lib/access/email/rules/creator-mail-kinds.ts';
import { getItems, query } from '#lib/foundation/table/client.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import { creatorDiscountsPartition } from '#lib/foundation/table/keys/list-keys.ts';
import { paymentKeys } from '#lib/foundation/table/keys/payment-keys.ts';
import { toQueryInput } from '#lib/foundation/table/list-query.ts';
import { type Commission, storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { commissionKey } from '#lib/money/commissions/writes.ts';
import { storedDispute } from '#lib/money/disputes/schema/dispute.ts';
import { storedLine } from '#lib/money/payouts/schema/stored.ts';
import {
  formatAmount,
  formatDay,
  formatPeriod,
  formatTime,
} from '#lib/outlets/creator-mails/rules/format.ts';
import type { MailTexts, MailValues } from '#lib/outlets/creator-mails/rules/text-types.ts';
import { mailTexts } from '#lib/outlets/creator-mails/rules/texts.ts';
import { type StoredMail, sumOfParts } from '#lib/outlets/creator-mails/schema/stored.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';
import { discountKey } from '#lib/program/discounts/writes/discount.ts';

/** Returns the tracking link of a creator. */
export type LinkOf = (creator: Affiliate, brand: Brand) => string;

interface Recipient {
  readonly brand: Brand;
  readonly creator: Affiliate;
  readonly language: MailLanguage;
}

const maxCodes = 10;

async function readCodes({ brandId, id }: Affiliate): Promise<readonly string[]> {
  const active = { partition: creatorDiscountsPartition(brandId, id, 'active'), index: 'byTime' } as const;
  const { Items: found = [] } = await query({ ...toQueryInput(active), Limit: maxCodes });
  const items = await getItems(found.map(({ listedTime }) => discountKey(brandId, String(listedTime))));
  return items.flatMap((item) => (item === undefined ? [] : [storedDiscount.parse(item).code]));
}

const reasonOf = ({ id, orderId, reason }: Commission, texts: MailTexts): string =>
  texts.reason(orderId ?? id, reason ?? '');

async function readReasons(brandId: string, ids: readonly string[], texts: MailTexts) {
  const items = await getItems(ids.map((id) => commissionKey(brandId, id)));
  const commissions = items.flatMap((item) => (item === undefined ? [] : [storedCommission.parse(item)]));
  return commissions.filter(({ status }) => status === 'rejected').map((one) => reasonOf(one, texts));
}

/** Returns undefined if the line has been deleted. */
async function readLine({ brandId, affiliateId, about }: StoredMail, { brand, language }: Recipient) {
  const [item] = await getItems([keys.payoutLine(brandId, about, affiliateId)]);
  if (item === undefined) return undefined;
  const { amount, periodStart: from, periodEnd: to } = storedLine.parse(item);
  const at = { language, timeZone: brand.timezone };
  const period = from === null || to === null ? '' : formatPeriod(from, to, at);
  return { amount: formatAmount(amount, brand.currency, language), period };
}

/** Returns undefined for a creator who has details by now, or for another way of payment, and for a payout without the creator. */
async function readUnpaid({ brandId, affiliateId, about }: StoredMail, { brand, language }: Recipient) {
  const [item, details] = await getItems([
    keys.excludedLine(brandId, about, affiliateId),
    paymentKeys.paymentDetails(brandId, affiliateId),
  ]);
  if (item === undefined || (details?.current ?? null) !== null) return undefined;
  return { amount: formatAmount(storedLine.parse(item).amount, brand.currency, language) };
}

async function readDispute({ brandId, about }: StoredMail) {
  const [item] = await getItems([keys.item(brandId, 'dispute', about)]);
  if (item === undefined) return undefined;
  const { orderId, reason, status } = storedDispute.parse(item);
  return { order: orderId ?? '', answer: reason ?? '', isAccepted: status === 'accepted' };
}

/** Details that are used at once need no time. */
const usableFromOf = ({ about, createdAt }: StoredMail, { brand, language }: Recipient): string =>
  about > createdAt ? formatTime(about, { language, timeZone: brand.timezone }) : '';

const maxReasons = 5;

/** Returns undefined if there is nothing to say any more. */
export async function readValues(
  mail: StoredMail,
  recipient: Recipient,
  linkOf: LinkOf,
): Promise<MailValues | undefined> {
  const { brand, creator, language } = recipient;
  const { count, amount, ids } = sumOfParts(mail);
  const shared: MailValues = {
    brand: brand.name,
    name: mail.to?.name ?? creator.name,
    count,
    amount: formatAmount(amount, brand.currency, language),
    ...{ period: '', reasons: [], link: '', codes: [] },
    ...{ order: '', answer: '', isAccepted: false, usableFrom: '' },
    contact: brand.portal.supportEmail ?? '',
  };
  switch (mail.kind) {
    case 'welcome':
      return {
        ...shared,
        link: linkOf(creator, brand),
        codes: await readCodes(creator),
      };
    case 'dailyDigest':
      return { ...shared, period: formatDay(mail.about, language) };
    case 'commissionRejected':
      return {
        ...shared,
        reasons: await readReasons(mail.brandId, ids.slice(0, maxReasons), mailTexts[language]),
      };
    case 'payoutDetailsChanged':
      return { ...shared, usableFrom: usableFromOf(mail, recipient) };
    case 'disputeAnswered': {
      const dispute = await readDispute(mail);
      return dispute && { ...shared, ...dispute };
    }
    case 'payoutDetailsMissing': {
      const unpaid = await readUnpaid(mail, recipient);
      return unpaid && { ...shared, ...unpaid };
    }
    case 'payoutSent': {
      const line = await readLine(mail, recipient);
      return line && { ...shared, ...line };
    }
    default:
      return shared;
  }
}
