// Tests that each attribute of an item with personal data is either erased or reviewed.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { linkAnswer } from '#lib/clicks/links/schema/endpoints.ts';
import { storedCommission } from '#lib/money/commissions/schema/commission.ts';
import { storedConversion, storedOrder } from '#lib/money/conversions/schema/conversion.ts';
import { storedRefund } from '#lib/money/conversions/schema/stored-refund.ts';
import { storedCustomer } from '#lib/money/customers/schema/customer.ts';
import { storedDispute } from '#lib/money/disputes/schema/dispute.ts';
import { storedFinding } from '#lib/money/fraud/schema/finding.ts';
import { storedLine } from '#lib/money/payouts/schema/stored.ts';
import { storedAffiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { storedDiscount } from '#lib/program/discounts/schema/discount.ts';
import { erasedFields, type PersonalKind, personalFields } from '#lib/record/events/rules/personal-fields.ts';

/** The attributes that are not personal, or that stay because they are ids, amounts or times. */
const reviewed: Readonly<Record<PersonalKind, { readonly all: readonly string[]; readonly stay: string }>> = {
  affiliate: {
    all: Object.keys(storedAffiliate.shape),
    stay:
      'id brandId status trackingCode linkPrefix commissionOverride hasTerms totalRevenue totalOrders commissionEarned createdAt revision ' +
      'erasedRevision fraudHolds pastStatuses pastOverrides group pastGroups language mailsOff mailStatus sessionVersion',
  },
  discount: {
    all: Object.keys(storedDiscount.shape),
    stay:
      'id brandId code type value affiliateId campaignId status pastStatuses startsAt endsAt usageLimit revision usageCount ' +
      'totalRevenue createdAt',
  },
  link: {
    all: Object.keys(linkAnswer.shape),
    stay: 'id affiliateId campaignId createdAt',
  },
  conversion: {
    all: Object.keys(storedConversion.out.shape),
    stay:
      'id brandId orderId currency affiliateId campaignId discountId commissionId occurredAt createdAt amount refundedAmount ' +
      'revision customerKey kind orderTotal canceledAt original isNewCustomer settledElsewhere isTest',
  },
  customer: {
    all: Object.keys(storedCustomer.shape),
    stay: 'id brandId affiliateId campaignId conversionId boundAt isChosen firstOrderId customerKey createdAt revision',
  },
  commission: {
    all: Object.keys(storedCommission.shape),
    stay:
      'id affiliateId campaignId conversionId orderId currency status createdAt eligibleAt approvedAt paidAt payoutId hold holdBefore adjusts ' +
      'brandId approvedBy orderAmount amount originalAmount rate explanation occurredAt discountId isAdjusted manualKind leadKind revision ' +
      'settledElsewhere',
  },
  dispute: {
    all: Object.keys(storedDispute.shape),
    stay: 'id brandId affiliateId kind orderId conversionId commissionId status resolution decidedBy decidedAt createdAt revision',
  },
  fraudFinding: {
    all: Object.keys(storedFinding.shape),
    stay: 'id brandId affiliateId orderId conversionId commissionId hits status decidedBy decidedAt createdAt revision',
  },
  order: { all: Object.keys(storedOrder.shape), stay: 'conversionId fingerprint occurredAt' },
  refund: {
    all: Object.keys(storedRefund.shape),
    stay:
      'id brandId conversionId orderId refundId amount asked askedCurrency original currency commissionId occurredAt createdAt reversedAt supplementId ' +
      'revision',
  },
  payoutLine: {
    all: Object.keys(storedLine.shape),
    stay: 'affiliateId amount commissionsCount periodStart periodEnd reason status paidAt failedAt',
  },
};

describe('the personal fields of items', () => {
  test.each(Object.entries(reviewed))(
    'each attribute of a stored %s is erased, or reviewed as not personal (decide this for a new attribute)',
    (kind, { all, stay }) => {
      const erased = Object.keys(personalFields[kind as PersonalKind]);
      expect(all.toSorted()).toEqual([...erased, ...stay.split(' ')].toSorted());
    },
  );

  test('erasing twice has the same result as erasing once, and no text of the personal fields remains', () => {
    const marker = 'zqmarker';
    const text = fc.string({ maxLength: 10 }).map((part) => `${part}${marker}@x`);
    const item = fc.record({
      name: text,
      email: text,
      metadata: fc.dictionary(fc.string({ maxLength: 5 }), text, { maxKeys: 3 }),
      externalId: text,
      customerId: text,
      customerHash: text,
      items: fc.array(fc.record({ sku: fc.constant('sku'), name: text }), { maxLength: 3 }),
      receipt: fc.record({ candidates: fc.array(fc.record({ reference: text }), { maxLength: 2 }) }),
      reason: text,
      pastAffiliates: fc.array(
        fc.oneof(fc.record({ reason: text }), fc.record({ value: fc.record({ reason: text }) })),
        { maxLength: 2 },
      ),
      emailKeys: fc.array(text, { maxLength: 2 }),
    });
    const kinds = Object.keys(personalFields) as PersonalKind[];
    fc.assert(
      fc.property(item, fc.constantFrom(...kinds), (fields, kind) => {
        const own = Object.fromEntries(
          Object.entries(fields).filter(([name]) => name in personalFields[kind]),
        );
        const once = erasedFields(kind, 'aff_01', own);
        expect(JSON.stringify(once)).not.toContain(marker);
        expect(erasedFields(kind, 'aff_01', once)).toEqual(once);
      }),
    );
  });

  test('the sub ids of a click are removed, because a link can contain any text', () => {
    const click = { source: 'click', reference: 'clk_01', affiliateId: 'aff_01' };
    const receipt = { candidates: [{ ...click, subIds: { sub1: 'Ada' } }] };
    expect(erasedFields('conversion', 'cnv_01', { receipt })).toEqual({ receipt: { candidates: [click] } });
  });

  test('a reference that led to a creator stays, because it is a code, or the id of a click or a customer', () => {
    const known = { reference: 'ADA10', affiliateId: 'aff_01' };
    const bound = { source: 'customer', reference: 'customer-7', affiliateId: 'aff_01' };
    const receipt = {
      candidates: [
        known,
        { reference: 'typed by hand' },
        bound,
        { ...bound, reference: 'ada@customers.test' },
      ],
    };
    expect(erasedFields('conversion', 'cnv_01', { receipt, customerId: 'customer-7' })).toEqual({
      receipt: {
        candidates: [known, { reference: 'Erased' }, bound, { ...bound, reference: 'Erased' }],
      },
      customerId: 'customer-7',
    });
  });
});
