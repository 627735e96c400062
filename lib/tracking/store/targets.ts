// Where a tracking code leads: the creator and its brand.

import { normalizeTrackingCode } from '#lib/affiliates/rules/tracking-code.ts';
import { storedTrackingTarget, type TrackingTarget } from '#lib/affiliates/schema.ts';
import { notFound } from '#lib/shared/errors.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { keys } from '#lib/table/keys/keys.ts';

export const unknownCode = () => notFound('Tracking code');

export const targetKey = (code: string) => keys.trackingCode(normalizeTrackingCode(code));

export const parseTarget = (found: Item | undefined): TrackingTarget => {
  if (found === undefined) throw unknownCode();
  return storedTrackingTarget.parse(found);
};
