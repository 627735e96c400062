// How a tracking code is written and compared. Without zod: the tracking link knows it too.

export const trackingCodePattern = /^[A-Za-z0-9_-]{3,40}$/;

/** How tracking codes are compared: without regard to case. */
export const normalizeTrackingCode = (code: string): string => code.toLowerCase();
