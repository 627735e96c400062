// Sends reconciliations to the queue of the messages of shops. The file is separate, so that the stream function does not bundle the worker.
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch } from '#lib/foundation/streams/work.ts';

/** The steps of a worker send nothing. */
export const dispatchReconciliations = (changes: readonly Change[]): Promise<void> => {
  const isBegun = ({ before, after }: Change): boolean =>
    after?.status === 'running' && before?.status !== 'running';
  return dispatch('shopMessages', begunItems(changes, 'reconciliation', isBegun));
};
