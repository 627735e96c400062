// Which status a commission may go to, and what each status counts for.
import { checkTransition } from '#lib/shared/transitions.ts';
import type { CommissionStatus } from './schema.ts';

const transitions = {
  pending: ['approved', 'rejected', 'reversed'],
  approved: ['paid', 'rejected', 'reversed'],
  paid: [],
  rejected: [],
  reversed: [],
} as const satisfies Record<CommissionStatus, readonly CommissionStatus[]>;

/** Throws 409 for a change that is not allowed; the status it has already is no change. */
export const checkStatusChange = (from: CommissionStatus, to: CommissionStatus): void =>
  checkTransition('commission', transitions, from, to);

/** Is its amount part of what the creator has earned? */
export const isEarned = (status: CommissionStatus): boolean =>
  status === 'pending' || status === 'approved' || status === 'paid';

/** Does its order count? One that was refunded does not. */
export const isOrder = (status: CommissionStatus): boolean => status !== 'reversed';
