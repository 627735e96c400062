// Defines the format of tracking codes. The tracking link uses this file, so it must not import zod.

export const trackingCodePattern = /^[A-Za-z0-9_-]{3,40}$/;

export const normalizeTrackingCode = (code: string): string => code.toLowerCase();
