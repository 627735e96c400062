// Defines the status transitions of creators, and which statuses count toward the plan limit and earn commissions.

import type { Role } from '#lib/foundation/contract/role.ts';
import { roleForbidden } from '#lib/foundation/shared/errors.ts';
import { checkTransition, deltasBetween } from '#lib/foundation/shared/transitions.ts';
import type { AffiliateStatus } from '#lib/program/affiliates/schema/affiliate.ts';

const transitions = {
  invited: ['active', 'banned'],
  active: ['paused', 'banned'],
  paused: ['active', 'banned'],
  banned: ['active'],
  applied: ['active', 'declined', 'banned'],
  declined: ['active', 'banned'],
} as const satisfies Record<AffiliateStatus, readonly AffiliateStatus[]>;

/** Throws a 409 for an invalid transition, and a 403 if a member lifts a ban. */
export function checkStatusChange(from: AffiliateStatus, to: AffiliateStatus, role: Role): void {
  checkTransition('creator', transitions, from, to);
  if (from === 'banned' && to !== from && role !== 'admin') throw roleForbidden();
}

const withoutPlace: ReadonlySet<AffiliateStatus> = new Set(['banned', 'applied', 'declined']);

export const countsTowardLimit = (status: AffiliateStatus): boolean => !withoutPlace.has(status);

export const canSignIn = (status: AffiliateStatus): boolean => status !== 'banned' && status !== 'declined';

/** Accepts any text, because the tracking link does not parse the items that it reads. */
export const earns = (status: string): boolean => status === 'invited' || status === 'active';

export const countsForStatus = (status: AffiliateStatus) => ({
  total: 1,
  [status]: 1,
  used: countsTowardLimit(status) ? 1 : 0,
});

export const countChanges = (from: AffiliateStatus, to: AffiliateStatus) =>
  deltasBetween(countsForStatus(from), countsForStatus(to));
