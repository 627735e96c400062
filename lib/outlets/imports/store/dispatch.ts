// Sends imports to their queue. The file is separate, so that the stream function does not bundle the import.
import type { Change } from '#lib/foundation/streams/changes.ts';
import { begunItems, dispatch } from '#lib/foundation/streams/work.ts';

/** The steps of a worker send nothing. */
export const dispatchImports = (changes: readonly Change[]): Promise<void> => {
  const isStarted = ({ before, after }: Change): boolean =>
    (after?.status === 'running' || after?.status === 'undoing') && before?.status !== after.status;
  return dispatch('exports', begunItems(changes, 'import', isStarted));
};
