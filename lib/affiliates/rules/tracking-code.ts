// The format of tracking codes. This file must not import zod, because the tracking link uses it.

export const trackingCodePattern = /^[A-Za-z0-9_-]{3,40}$/;

export const normalizeTrackingCode = (code: string): string => code.toLowerCase();
