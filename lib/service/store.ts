// Checks that the table responds.
import { probeTable } from '#lib/table/probe.ts';

/** Throws a 503 if the table does not respond. */
export const checkTable = probeTable;
