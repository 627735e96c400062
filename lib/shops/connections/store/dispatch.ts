// Sends messages that wait to their queue. The file is separate, so that the stream function does not bundle the worker.
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch } from '#lib/foundation/streams/work.ts';

/** The attempts of a worker send nothing. */
export const dispatchShopMessages = (changes: readonly Change[]): Promise<void> => {
  const isNew = ({ before, after }: Change): boolean =>
    after?.status === 'waiting' && before?.status !== 'waiting';
  return dispatch('shopMessages', begunItems(changes, 'shopMessage', isNew));
};
