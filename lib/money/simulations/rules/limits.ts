// Defines the limits of simulations.

/** A larger simulation is calculated by the worker. The request writes all rows in one transaction, which has at most 100 writes. */
export const atOnce = { orders: 1000, creators: 90 } as const;

/** Each running simulation occupies a worker. */
export const maxRunning = 3;

export const maxDays = 366;
export const keptDays = 30;
