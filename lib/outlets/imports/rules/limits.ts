// Defines the limits of imports. Routes read this file, so it must not import zod.

export const maxRows = 10_000;
export const maxColumns = 50;
export const maxHeaderLength = 60;

export const maxCodesOfRow = 5;

/** A row can have 300 bytes. The body of an event of Lambda can have 6 MB, in which line breaks are escaped. */
export const maxBodyBytes = 3 * 1024 * 1024;

export const itemDays = 30;

/** A request of the preview judges at most this many rows. */
export const rowsAtOnce = 1000;
export const rowsOnPage = 100;
export const sampleRows = 5;
