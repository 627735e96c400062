// Creates erasures, and decides what they erase next.

import type { Erasure, Position } from '#lib/care/privacy/schema/erasure.ts';
import { withoutAddress } from '#lib/foundation/contract/personal-fields.ts';
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { afterUpdate } from '#lib/foundation/shared/past-values.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { type ExportResource, exportResources } from '#lib/outlets/exports/rules/resources.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import { erasedFields, type PersonalKind } from '#lib/record/events/rules/personal-fields.ts';
import { phases } from './phases.ts';

const firstPosition: Position = { list: 0, after: null };

/** The customer's id is null if it is an e-mail address. */
type Person =
  | { readonly subject: 'affiliate'; readonly affiliateId: string }
  | { readonly subject: 'customer'; readonly customerId: string; readonly customerKey: string };

export function newErasure(person: Person, brandId: string, { id, requestId }: Actor, now: Date): Erasure {
  const isCustomer = person.subject === 'customer';
  return {
    id: newId('erasure', now),
    brandId,
    type: 'erasure',
    subject: person.subject,
    affiliateId: isCustomer ? null : person.affiliateId,
    customerId: isCustomer && withoutAddress(person.customerId) !== null ? person.customerId : null,
    customerKey: isCustomer ? person.customerKey : null,
    actor: { id, ...(requestId !== undefined && { requestId }) },
    phase: 'items',
    position: firstPosition,
    createdAt: now.toISOString(),
    completedAt: null,
    revision: 0,
  };
}

export const restarted = (erasure: Erasure, now: Date): Erasure => ({
  ...erasure,
  phase: 'items',
  position: firstPosition,
  completedAt: null,
  restartedAt: now.toISOString(),
});

/** Ids of creators and hashes of customers never look alike. */
export const personOf = ({ affiliateId, customerKey }: Erasure): string => affiliateId ?? customerKey ?? '';

/** The audit trail accepts an erased event only if it refers to the event of an erasure. */
export const referenceTo = ({ id, affiliateId, createdAt }: Erasure) => ({
  at: createdAt,
  for: affiliateId ?? id,
});

/**
 * The tombstone stays for reports and payouts. It is banned, so it does not earn with orders from then on and does not count toward
 * the plan.
 */
export function erasedAffiliate(before: Affiliate, now: Date): Affiliate {
  const revision = before.revision + 1;
  const erased = erasedFields('affiliate', before.id, before);
  const status: Affiliate['status'] = 'banned';
  const pastStatuses = afterUpdate(before.pastStatuses, { before: before.status, after: status }, now);
  return { ...before, ...erased, status, pastStatuses, revision, erasedRevision: revision };
}

export const nextPhase = (erasure: Erasure, now: Date): Erasure => {
  const phase = phases[phases.indexOf(erasure.phase) + 1] ?? 'done';
  const completedAt = phase === 'done' ? now.toISOString() : null;
  return { ...erasure, phase, position: firstPosition, completedAt };
};

const neverWith: Readonly<Record<Erasure['subject'], readonly ExportResource[]>> = {
  affiliate: ['campaigns', 'conversions', 'payouts', 'audit'],
  customer: ['affiliates', 'campaigns', 'discounts', 'payouts', 'audit'],
};

/** The exports of items whose files can contain the person. Those of the audit trail are deleted after its events are erased. */
export const exportsWith = ({ subject }: Erasure): readonly ExportResource[] =>
  exportResources.filter((resource) => !neverWith[subject].includes(resource));

interface Difference {
  readonly changed: Readonly<Record<string, unknown>>;
  readonly isErased: boolean;
}

/** Returns the fields of an item that the erasure replaces. */
export function differenceOf(kind: PersonalKind, id: string, item: Item): Difference {
  const changed = Object.fromEntries(
    Object.entries(erasedFields(kind, id, item)).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(item[name]),
    ),
  );
  return { changed, isErased: Object.keys(changed).length === 0 };
}
