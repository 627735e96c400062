// Withdraws the open disputes of an erased creator, so that nobody decides about a dispute without a text.
import type { Erasure } from '#lib/care/privacy/schema/erasure.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { retryOnConflict } from '#lib/foundation/table/retry-on-conflict.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import { closed } from '#lib/money/disputes/rules/dispute.ts';
import { storedDispute } from '#lib/money/disputes/schema/dispute.ts';
import { closeDispute, disputeKey } from '#lib/money/disputes/writes.ts';

export const withdrawDispute = ({ brandId, createdAt }: Erasure, id: string): Promise<void> =>
  retryOnConflict(async () => {
    const item = await getItem(disputeKey(brandId, id));
    if (item?.status !== 'open') return;
    const before = storedDispute.parse(item);
    const closing = { status: 'withdrawn', reason: null, decidedBy: null } as const;
    await transact(closeDispute(before, closed(before, closing, new Date(createdAt))));
  });
