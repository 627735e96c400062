// Defines the limits of reconciliations. Routes read this file, so it must not import zod.

export const formats = ['shopify', 'woocommerce', 'stripe', 'general'] as const;
export const kinds = ['missing', 'different', 'unknown'] as const;
export type Kind = (typeof kinds)[number];

/** The export of a shop has a row for each line item, and more columns than the file of an import. */
export const fileLimits = { rows: 20_000, columns: 300 };
export const maxBodyBytes = 3 * 1024 * 1024;
export const itemDays = 30;
/** The problems of rows that a reconciliation shows. It counts all. */
export const shownProblems = 20;
export const maxNamedDifferences = 100;
/** An order of the file that is not recorded needs about five round trips. */
export const ordersPerStep = 25;
