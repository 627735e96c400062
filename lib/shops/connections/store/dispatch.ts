// Sends messages that wait to their queue. The file is separate, so that the stream function does not bundle the worker.
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch } from '#lib/foundation/streams/work.ts';
import { eventsIn, storedSegment } from '#lib/record/events/rules/segment.ts';

/** The attempts of a worker send nothing. */
const dispatchShopMessages = (changes: readonly Change[]): Promise<void> => {
  const isNew = ({ before, after }: Change): boolean =>
    after?.status === 'waiting' && before?.status !== 'waiting';
  return dispatch('shopMessages', begunItems(changes, 'shopMessage', isNew));
};

const isOfDiscount = ({ type }: { readonly type: string }): boolean => type.startsWith('discount.');

/** Sends the events of discount codes to the same queue, whose worker finds the connections that make coupons. */
const dispatchCoupons = (changes: readonly Change[]): Promise<void> =>
  dispatch(
    'shopMessages',
    changes.flatMap(({ before, after }) =>
      before === undefined && after?.type === 'eventSegment'
        ? eventsIn(storedSegment.parse(after))
            .filter(isOfDiscount)
            .map(({ id }) => ({ brandId: String(after.brandId), id }))
        : [],
    ),
  );

/** The worker of messages also takes the steps of reconciliations. */
const dispatchReconciliations = (changes: readonly Change[]): Promise<void> => {
  const isBegun = ({ before, after }: Change): boolean =>
    after?.status === 'running' && before?.status !== 'running';
  return dispatch('shopMessages', begunItems(changes, 'reconciliation', isBegun));
};

export async function dispatchShopWork(changes: readonly Change[]): Promise<void> {
  await dispatchReconciliations(changes);
  await dispatchShopMessages(changes);
  await dispatchCoupons(changes);
}
