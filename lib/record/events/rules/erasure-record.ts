// Decides whether the record of an erasure explains that an entry of the audit trail is erased.
import type { PersonalKind } from '#lib/record/events/rules/personal-fields.ts';
import type { RecordedEvent } from './segment.ts';

/** The kinds of items whose events an erasure changes. */
const kindsOf: Readonly<Record<'affiliate' | 'customer', readonly PersonalKind[]>> = {
  affiliate: ['affiliate', 'discount', 'commission', 'dispute'],
  customer: ['conversion', 'commission', 'customer'],
};

const ofAffiliate = 'affiliate.personal_data_erased';

export const isErasureRecord = ({ type }: RecordedEvent): boolean =>
  type === ofAffiliate || type === 'customer.personal_data_erased';

/** The erased entry names the record and its time, and concerns its person. */
export function isErasedBy(
  { type, resourceId, data, customerKey, erased }: RecordedEvent,
  record: RecordedEvent,
): boolean {
  if (erased?.for !== record.resourceId || erased.at !== record.data.createdAt) return false;
  const subject = record.type === ofAffiliate ? 'affiliate' : 'customer';
  const kind = kindsOf[subject].find((one) => type.startsWith(`${one}.`));
  if (kind === undefined) return false;
  if (subject === 'customer') return customerKey !== undefined && customerKey === record.customerKey;
  return (kind === 'affiliate' ? resourceId : data.affiliateId) === record.resourceId;
}
