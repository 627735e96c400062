// Replaces the personal fields of items and of their events, which have the same names for these fields.

import { linkPersonalFields } from '#lib/clicks/links/rules/personal-fields.ts';
import { annotations, type PersonalFields } from '#lib/foundation/contract/personal-fields.ts';
import { commissionPersonalFields } from '#lib/money/commissions/rules/personal-fields.ts';
import {
  conversionPersonalFields,
  orderPersonalFields,
  refundPersonalFields,
} from '#lib/money/conversions/rules/personal-fields.ts';
import { customerPersonalFields } from '#lib/money/customers/rules/personal-fields.ts';
import { disputePersonalFields } from '#lib/money/disputes/rules/personal-fields.ts';
import { payoutLinePersonalFields } from '#lib/money/payouts/rules/personal-fields.ts';
import { affiliatePersonalFields } from '#lib/program/affiliates/rules/personal-fields.ts';

export const personalFields = {
  affiliate: affiliatePersonalFields,
  discount: annotations,
  link: linkPersonalFields,
  conversion: conversionPersonalFields,
  customer: customerPersonalFields,
  commission: commissionPersonalFields,
  dispute: disputePersonalFields,
  order: orderPersonalFields,
  refund: refundPersonalFields,
  payoutLine: payoutLinePersonalFields,
} as const satisfies Readonly<Record<string, PersonalFields>>;

export type PersonalKind = keyof typeof personalFields;

export const hasPersonalFields = (kind: string): kind is PersonalKind => kind in personalFields;

/** Replaces the personal fields that `fields` has. */
export function erasedFields(kind: PersonalKind, id: string, fields: Readonly<Record<string, unknown>>) {
  const replacements: PersonalFields = personalFields[kind];
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => {
      const replace = replacements[name];
      return [name, replace === undefined ? value : replace(value, id)];
    }),
  );
}
