// Decides whether an import and its rows can be undone. docs/decisions/0179
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';
import type { Conversion } from '#lib/money/conversions/schema/conversion.ts';
import type { Import, Result } from '#lib/outlets/imports/schema/stored.ts';
import type { Affiliate } from '#lib/program/affiliates/schema/affiliate.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';

/** Throws a 409 for an import that has changed nothing, is running, or ended more than a day ago. */
export function requireUndoable({ status, completedAt, undo }: Import, now: Date): void {
  if (status === 'running' || status === 'undoing')
    throw conflict('status_conflict', `The import is ${status}: wait until it has ended`);
  if (status === 'undone' && undo?.kept === 0)
    throw conflict('status_conflict', 'All rows of the import are undone: create another import');
  if (completedAt === null)
    throw conflict('status_conflict', 'The import was not started, so there is nothing to undo');
  if (addSeconds(new Date(completedAt), secondsPerDay) <= now)
    throw conflict('status_conflict', 'An import can be undone within 24 hours after its end');
}

/** A later undo repeats the rows that stayed. */
export function undoStarted(before: Import, actor: Actor, now: Date): Import {
  requireUndoable(before, now);
  return {
    ...before,
    status: 'undoing',
    next: 0,
    undo: { undone: before.undo?.undone ?? 0, kept: 0 },
    actor: { id: actor.id, ...(actor.requestId !== undefined && { requestId: actor.requestId }) },
  };
}

/** The import after a row was undone or stayed. `reason` is undefined for a row that was undone. */
export function undoCounted(current: Import, row: number, reason: string | undefined): Import {
  const { undone, kept } = current.undo ?? { undone: 0, kept: 0 };
  const undo = reason === undefined ? { undone: undone + 1, kept } : { undone, kept: kept + 1 };
  return { ...current, next: row, undo };
}

/** Returns true if the row has changed something that is not undone yet. */
export const isOpen = ({ action, undo }: Result): boolean =>
  (action === 'create' || action === 'update') && undo?.isUndone !== true;

const stays = {
  updated:
    'The creator existed before, and an import does not store earlier values: change the creator by hand',
  changed: 'The creator was changed after the import',
  order: 'The creator has orders',
  money: 'The creator has other commissions than the opening balance, or it is in a payout',
  details: 'The creator has payment details',
  others: 'The creator has discount codes that were created or changed after the import',
  member: 'The creator is a member of a campaign',
  links: 'The creator has further links',
  bound: 'Customers are bound to the creator, or there is a dispute',
  orderChanged: 'The order was changed, refunded or canceled after the import',
} as const;

export const updatedRow: string = stays.updated;

/** The items that refer to a creator whom an import has created. */
export interface Dependents {
  readonly hasOrders: boolean;
  readonly commissions: readonly Commission[];
  readonly discounts: readonly Discount[];
  readonly hasPaymentDetails: boolean;
  readonly isMember: boolean;
  readonly hasLinks: boolean;
  readonly hasOthers: boolean;
}

/** The import has created the codes together with the creator. */
const isOfImport = ({ revision, usageCount, createdAt }: Discount, creator: Affiliate): boolean =>
  revision === 0 && usageCount === 0 && createdAt === creator.createdAt;

const isFreeBalance = ({ manualKind, status, payoutId, revision, adjusts }: Commission): boolean =>
  manualKind === 'openingBalance' &&
  status === 'approved' &&
  payoutId === null &&
  revision === 0 &&
  adjusts === null;

/** Returns undefined for a creator who can be removed. */
export function reasonToKeep(creator: Affiliate, dependents: Dependents): string | undefined {
  const { commissions, discounts } = dependents;
  const earned = commissions.reduce((sum, { amount }) => sum + amount, 0);
  if (creator.revision > 0 || creator.hasTerms === true) return stays.changed;
  if (dependents.hasOrders || creator.totalOrders > 0 || creator.totalRevenue !== 0) return stays.order;
  const hasOtherMoney = commissions.length > 1 || !commissions.every(isFreeBalance);
  if (hasOtherMoney || creator.commissionEarned !== earned) return stays.money;
  if (dependents.hasPaymentDetails) return stays.details;
  if (!discounts.every((discount) => isOfImport(discount, creator))) return stays.others;
  if (dependents.isMember) return stays.member;
  if (dependents.hasLinks) return stays.links;
  return dependents.hasOthers ? stays.bound : undefined;
}

/** Returns undefined for an order that can be canceled. */
export const reasonToKeepOrder = ({
  canceledAt,
  refundedAmount,
  changes,
  revision,
}: Conversion): string | undefined =>
  canceledAt === null && refundedAmount === 0 && changes.length === 0 && revision === 0
    ? undefined
    : stays.orderChanged;

export interface KeptRow {
  readonly number: number;
  readonly result: Result;
  readonly reason: string;
}

export interface KeptPage {
  readonly rows: readonly KeptRow[];
  readonly next: number | null;
}
