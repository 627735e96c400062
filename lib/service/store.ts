// Checks that the table answers.
import { probeTable } from '#lib/table/probe.ts';

/** Throws a 503 when the table does not answer. */
export const checkTable = probeTable;
