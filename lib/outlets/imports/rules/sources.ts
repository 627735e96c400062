// Names the columns of other programs, from their public documentation. They were not tried with real accounts.
import type { ImportField } from './fields.ts';

export const importSources = [
  'general',
  'rewardful',
  'tolt',
  'dub',
  'firstpromoter',
  'refersion',
  'partnerstack',
] as const;
export type ImportSource = (typeof importSources)[number];

export type Headers = { readonly [Field in ImportField]?: readonly string[] };

/** Letters and digits of headers, in lower case. They have precedence over the general ones. */
export const headersOf: Readonly<Record<ImportSource, Headers>> = {
  general: {},
  rewardful: {
    externalId: ['affiliateid', 'id'],
    trackingCode: ['token', 'linktoken', 'link', 'via'],
    discountCode: ['couponcode', 'coupon'],
    balance: ['unpaidcommissions', 'unpaid', 'duecommissions'],
    orderId: ['saleid', 'chargeid', 'invoiceid', 'commissionid'],
    amount: ['saleamount', 'chargeamount'],
    customerId: ['stripecustomerid'],
  },
  tolt: {
    externalId: ['partnerid', 'id'],
    trackingCode: ['referrallink', 'linkvalue', 'link', 'value'],
    discountCode: ['promotioncode', 'couponcode', 'coupon'],
    balance: ['unpaidcommissions', 'unpaidearnings', 'unpaid'],
    orderId: ['transactionid', 'chargeid'],
    amount: ['transactionamount', 'revenue'],
  },
  dub: {
    externalId: ['partnerid', 'tenantid', 'id'],
    trackingCode: ['linkkey', 'key', 'shortlink', 'link', 'username'],
    balance: ['unpaidcommissions', 'pendingcommissions'],
    orderId: ['invoiceid', 'saleid'],
    amount: ['saleamount', 'sale'],
  },
  firstpromoter: {
    externalId: ['custid'],
    trackingCode: ['refid', 'defaultrefid', 'reftoken', 'referrallink'],
    discountCode: ['promocode', 'coupon'],
    balance: ['currentbalance', 'unpaidbalance', 'balance'],
    orderId: ['eventid', 'saleid'],
    amount: ['saleamount', 'revenue'],
  },
  refersion: {
    externalId: ['affiliateid', 'id'],
    trackingCode: ['affiliatelink', 'referrallink', 'link'],
    discountCode: ['couponcode', 'coupon', 'conversiontrigger', 'trigger'],
    balance: ['unpaidcommission', 'unpaidcommissions', 'unpaid'],
    orderId: ['ordernumber', 'orderid', 'conversionid'],
    amount: ['ordersubtotal', 'subtotal', 'total'],
    commissionAmount: ['commissiontotal', 'commission'],
  },
  partnerstack: {
    firstName: ['partnerfirst'],
    lastName: ['partnerlast'],
    group: ['partnergroup'],
    // The key is the end of the default link of a partner.
    trackingCode: ['partnerkey', 'linkkey', 'partnerlink', 'link'],
    externalId: ['key'],
    balance: ['unpaidrewards', 'balance'],
    orderId: ['transactionkey', 'transactionid'],
    customerId: ['customerkey'],
    commissionAmount: ['rewardamount', 'reward'],
  },
};
