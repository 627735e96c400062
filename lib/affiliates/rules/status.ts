// Status transitions of creators, and the counts and earnings that depend on the status.
import type { AffiliateStatus } from '#lib/affiliates/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { roleForbidden } from '#lib/shared/errors.ts';
import { checkTransition, movesBetween } from '#lib/shared/transitions.ts';

const transitions = {
  invited: ['active', 'banned'],
  active: ['paused', 'banned'],
  paused: ['active', 'banned'],
  banned: ['active'],
} as const satisfies Record<AffiliateStatus, readonly AffiliateStatus[]>;

/** Throws a 409 for a transition that does not exist, and a 403 if the role may not make it. Allows the current status. */
export function checkStatusChange(from: AffiliateStatus, to: AffiliateStatus, role: Role): void {
  checkTransition('creator', transitions, from, to);
  if (from === 'banned' && to !== from && role !== 'admin') throw roleForbidden();
}

/** Whether a creator counts toward the creator limit of the plan. */
export const countsTowardLimit = (status: AffiliateStatus): boolean => status !== 'banned';

export const earns = (status: AffiliateStatus): boolean => status === 'invited' || status === 'active';

/** The counts that one creator of this status adds to its brand. */
export const countsForStatus = (status: AffiliateStatus) => ({
  total: 1,
  [status]: 1,
  used: countsTowardLimit(status) ? 1 : 0,
});

/** The changes of the brand's counts when a creator changes its status. */
export const countChanges = (from: AffiliateStatus, to: AffiliateStatus) =>
  movesBetween(countsForStatus(from), countsForStatus(to));
