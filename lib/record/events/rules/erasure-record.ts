// Decides whether the record of an erasure explains that an entry of the audit trail is erased.
import type { PersonalKind } from '#lib/record/events/rules/personal-fields.ts';
import type { RecordedEvent } from './segment.ts';

/** The kinds of items whose events an erasure changes. */
const kindsOf: Readonly<Record<'affiliate' | 'customer', readonly PersonalKind[]>> = {
  affiliate: ['affiliate', 'discount', 'link', 'commission', 'dispute'],
  customer: ['conversion', 'commission', 'customer'],
};

const ofAffiliate = 'affiliate.personal_data_erased';

export const isErasureRecord = ({ type }: RecordedEvent): boolean =>
  type === ofAffiliate || type === 'customer.personal_data_erased';

/** Collects the customers from whom or to whom an order was given after its first event. */
export class GivenOrders {
  readonly #customers = new Map<string, Set<string>>();

  add({ type, resourceId, customerKey, formerCustomerKey }: RecordedEvent): void {
    if (type !== 'conversion.updated') return;
    for (const key of [customerKey, formerCustomerKey].filter((one) => one !== undefined))
      this.#customers.set(resourceId, (this.#customers.get(resourceId) ?? new Set()).add(key));
  }

  /** Whether the entry is of such an order of the customer, or of its commission. */
  includes({ resourceId, data: { conversionId } }: RecordedEvent, customerKey: string): boolean {
    return [resourceId, conversionId].some((id) => this.#customers.get(String(id))?.has(customerKey));
  }
}

/** The erased entry names the record and its time, and concerns its person. */
export function isErasedBy(entry: RecordedEvent, record: RecordedEvent, given: GivenOrders): boolean {
  const { type, resourceId, data, customerKey, erased } = entry;
  if (erased?.for !== record.resourceId || erased.at !== record.data.createdAt) return false;
  const subject = record.type === ofAffiliate ? 'affiliate' : 'customer';
  const kind = kindsOf[subject].find((one) => type.startsWith(`${one}.`));
  if (kind === undefined) return false;
  if (subject === 'affiliate')
    return (kind === 'affiliate' ? resourceId : data.affiliateId) === record.resourceId;
  const { customerKey: person } = record;
  return person !== undefined && (customerKey === person || given.includes(entry, person));
}
