// Checks that the table responds, and throws a 503 otherwise.
import { probeTable } from '#lib/foundation/table/probe.ts';

export const checkTable = probeTable;
