// Builds the writes that change a recorded order.
import type { Brand } from '#lib/access/brands/schema.ts';
import { conflict } from '#lib/foundation/shared/errors.ts';
import type { ItemBatch } from '#lib/foundation/table/keys/item.ts';
import { changeExternalId } from '#lib/foundation/table/writes/external-ids.ts';
import type { Write } from '#lib/foundation/table/writes/write.ts';
import type { TermsOfOrder } from '#lib/money/commissions/rules/earnings.ts';
import { creationEntries } from '#lib/money/commissions/rules/ledger-entries.ts';
import { changesMonth } from '#lib/money/commissions/rules/month-entries.ts';
import { settlementEntries } from '#lib/money/commissions/rules/settle.ts';
import { putCommission, settlementWrites } from '#lib/money/commissions/writes.ts';
import { commissionIn, existingDiscountId } from '#lib/money/conversions/rules/affected-items.ts';
import {
  commissionOfChanged,
  followingCommission,
  takenBack,
} from '#lib/money/conversions/rules/changed-commission.ts';
import { withChange } from '#lib/money/conversions/rules/edit.ts';
import { formerCustomerEntries } from '#lib/money/conversions/rules/former-customer.ts';
import type { Judgement } from '#lib/money/conversions/rules/judgement.ts';
import { orderChangeEntries } from '#lib/money/conversions/rules/ledger-entries.ts';
import { hasMoved, moveEntries } from '#lib/money/conversions/rules/move-entries.ts';
import type { ChangeKind } from '#lib/money/conversions/schema/change.ts';
import type { Conversion, OrderItem } from '#lib/money/conversions/schema/conversion.ts';
import type { Refund } from '#lib/money/conversions/schema/stored-refund.ts';
import { changeOrderClaim } from '#lib/money/conversions/writes/order-claim.ts';
import { changeConversion, relist } from '#lib/money/conversions/writes.ts';
import type { LedgerEntry } from '#lib/money/ledger/schema.ts';
import { postEntries } from '#lib/money/ledger/writes.ts';

interface States {
  readonly before: Conversion;
  readonly after: Conversion;
  readonly items?: readonly OrderItem[] | undefined;
}

interface Read {
  readonly brand: Brand;
  readonly judgement: Judgement;
  /** The refunds of the order that are not reversed. */
  readonly refunds: readonly Refund[];
  readonly found: ItemBatch;
  readonly terms: TermsOfOrder;
}

interface Effects {
  /** The commission that follows the order from now on. */
  readonly commissionId: string | null;
  /** The other commissions that the change affects. */
  readonly otherIds: readonly (string | undefined)[];
  readonly entries: readonly LedgerEntry[];
  readonly writes: readonly Write[];
}

/** Each refund needs two entries, and a transaction has at most 100 writes. */
const maxMovedRefunds = 20;

function moved({ before, after }: States, read: Read, now: Date): Effects {
  const { refunds, found } = read;
  if (refunds.length > maxMovedRefunds)
    throw conflict(
      'order_refunded_often',
      `The order has more than ${maxMovedRefunds} refunds, so its creator, campaign, discount code and day cannot change`,
    );
  const reason = 'The order belongs to another creator, campaign, discount code or day';
  const previous = commissionIn(before, found);
  const taken = previous === undefined ? {} : takenBack(previous, before, reason, now);
  const created = commissionOfChanged(after, { ...read, previous }, reason, now);
  const [from, to] = [before, after].map((conversion) => ({
    conversion,
    discountId: existingDiscountId(conversion, found),
  }));
  return {
    commissionId: created?.id ?? null,
    otherIds: [previous?.id, taken.adjustment?.id],
    entries: [
      ...(from === undefined || to === undefined ? [] : moveEntries(from, to, refunds, now)),
      ...(previous === undefined ? [] : settlementEntries(previous, taken, now)),
      ...(created === undefined ? [] : creationEntries(created, now)),
    ],
    writes: [
      ...(previous === undefined ? [] : settlementWrites(previous, taken)),
      ...(created === undefined ? [] : [putCommission(created)]),
    ],
  };
}

/** A free order has no commission until it has an amount. One that begins while nothing is left of the order is reversed. */
function inPlace({ before, after }: States, read: Read, now: Date): Effects {
  const reason = after.canceledAt === null ? 'The order was changed' : 'The order was canceled';
  const commission = commissionIn(before, read.found);
  const circumstances = { ...read, previous: commission };
  const settlement =
    commission === undefined
      ? {}
      : followingCommission(commission, { before, after, reason }, circumstances, now);
  const created =
    commission === undefined && after.canceledAt === null
      ? commissionOfChanged(after, circumstances, reason, now)
      : undefined;
  return {
    commissionId: created?.id ?? after.commissionId,
    otherIds: [settlement.adjustment?.id],
    entries: [
      ...orderChangeEntries(
        { before, after, existingDiscountId: existingDiscountId(after, read.found) },
        changesMonth(commission, settlement),
        now,
      ),
      ...(commission === undefined ? [] : settlementEntries(commission, settlement, now)),
      ...(created === undefined ? [] : creationEntries(created, now)),
    ],
    writes: [
      ...(commission === undefined ? [] : settlementWrites(commission, settlement)),
      ...(created === undefined ? [] : [putCommission(created)]),
    ],
  };
}

export function orderChangeWrites(
  states: States,
  { kind, reason }: { readonly kind: ChangeKind; readonly reason: string | null },
  read: Read,
  now: Date,
): { readonly conversion: Conversion; readonly writes: readonly Write[] } {
  const { before, after, items } = states;
  const isMoved = hasMoved(before, after, read.brand);
  const { commissionId, otherIds, entries, writes } = (isMoved ? moved : inPlace)(states, read, now);
  const commissionIds = otherIds.filter((id) => id !== undefined);
  const ownKind = kind === 'edited' && isMoved ? 'moved' : kind;
  const changes = withChange(before, { kind: ownKind, reason, commissionIds }, now);
  const conversion = { ...after, commissionId, changes: [...changes] };
  return {
    conversion,
    writes: [
      changeConversion(before, conversion),
      ...changeExternalId(before, conversion, 'conversion'),
      ...changeOrderClaim(before, conversion, items),
      ...relist(before, conversion, read.brand),
      ...writes,
      ...postEntries([...entries, ...formerCustomerEntries(before, after, read.brand, now)], read.found),
    ],
  };
}
