// Sends simulations to their queue. The file is separate, so that the stream function does not bundle the calculation.
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch } from '#lib/foundation/streams/work.ts';

/** The steps of a worker send nothing. */
export const dispatchSimulations = (changes: readonly Change[]): Promise<void> => {
  const isNew = ({ before, after }: Change): boolean => after?.status === 'running' && before === undefined;
  return dispatch('simulations', begunItems(changes, 'simulation', isNew));
};
