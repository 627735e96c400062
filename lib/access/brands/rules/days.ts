// Determines the day of an event for a brand.
import { type Brand, storedBrand } from '#lib/access/brands/schema.ts';
import { valueAt } from '#lib/foundation/shared/past-values.ts';
import { dayIn } from '#lib/foundation/shared/time-zones.ts';
import type { Item } from '#lib/foundation/table/keys/item.ts';
import { defaultTimezone } from './defaults.ts';

export type Zones = Pick<Brand, 'timezone' | 'pastTimezones'>;

/** The test data of a brand that was reset have no brand any more. */
export const zonesIn = (brand: Item | undefined): Zones =>
  brand === undefined
    ? { timezone: defaultTimezone, pastTimezones: [] }
    : storedBrand.pick({ timezone: true, pastTimezones: true }).parse(brand);

/** An event keeps its day when the time zone changes after its recording. An order can be recorded later than it occurred. */
export function dayOfBrand({ timezone, pastTimezones }: Zones, at: Date, recordedAt = at): string {
  return dayIn(valueAt(pastTimezones, timezone, recordedAt).value, at);
}
