// Decides until when an import can be undone. This file is separate, so that functions that show imports do not bundle the undo.
import { addSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import type { Import } from '#lib/outlets/imports/schema/stored.ts';

/** Returns undefined for an import that has not ended, or of which nothing is left to undo. */
export const undoableUntil = ({ status, completedAt, undo }: Import): Date | undefined =>
  completedAt === null ||
  status === 'running' ||
  status === 'undoing' ||
  (status === 'undone' && undo?.kept === 0)
    ? undefined
    : addSeconds(new Date(completedAt), secondsPerDay);
