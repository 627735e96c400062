// Which status a creator may go to, who may send it there, and which creators count and earn.

import type { AffiliateStatus } from '#lib/affiliates/schema.ts';
import type { Role } from '#lib/contract/role.ts';
import { roleForbidden } from '#lib/shared/errors.ts';
import { checkTransition, countDeltas } from '#lib/shared/transitions.ts';

const transitions = {
  invited: ['active', 'banned'],
  active: ['paused', 'banned'],
  paused: ['active', 'banned'],
  banned: ['active'],
} as const satisfies Record<AffiliateStatus, readonly AffiliateStatus[]>;

/** Throws 403 where the role may not, 409 where no one may; the status it has already is no change and always allowed. */
export function checkStatusChange(from: AffiliateStatus, to: AffiliateStatus, role: Role): void {
  checkTransition('creator', transitions, from, to);
  if (from === 'banned' && to !== from && role !== 'admin') throw roleForbidden();
}

/** Every creator but the banned ones takes a place of the plan. */
export const takesPlace = (status: AffiliateStatus): boolean => status !== 'banned';

export const earns = (status: AffiliateStatus): boolean => status === 'invited' || status === 'active';

/** What the counts of a brand's creators gain by one creator of this status. */
export const countsOf = (status: AffiliateStatus) => ({
  total: 1,
  [status]: 1,
  used: takesPlace(status) ? 1 : 0,
});

/** What they gain when one goes from a status to another. */
export const countMoves = (from: AffiliateStatus, to: AffiliateStatus) =>
  countDeltas(countsOf(from), countsOf(to));
