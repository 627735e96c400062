// Queues one e-mail a day for each creator with orders on the day before.
import { brandTime } from '#lib/access/brands/rules/clock.ts';
import { dayOfBrand } from '#lib/access/brands/rules/days.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { addDays, addSeconds, secondsPerHour } from '#lib/foundation/shared/dates.ts';
import { getItem } from '#lib/foundation/table/client.ts';
import { updateIf } from '#lib/foundation/table/conditional.ts';
import { creatorMailKeys } from '#lib/foundation/table/keys/creator-mail-keys.ts';
import { digestPart } from '#lib/outlets/creator-mails/rules/digest.ts';
import { isWantedByBrand } from '#lib/outlets/creator-mails/rules/wanted.ts';
import type { Parts } from '#lib/outlets/figures/rules/sheet.ts';
import type { Days } from '#lib/outlets/figures/rules/spans.ts';
import { receivesMail } from './dispatch.ts';
import { queueMail } from './queue-mail.ts';

/** Reads the figures of all creators. */
type ReadCreators = (
  brandId: string,
  series: 'AFFILIATE',
  days: Days,
  today: string,
) => Promise<ReadonlyMap<string, Parts>>;

/** Digests are sent from this hour on, in the time zone of the brand. */
const firstHour = 8;
const concurrency = 10;

/** The day is marked last, so a run that dies is repeated. The e-mails of the day have the same ids then. */
export async function queueDigests(brand: Brand, readCreators: ReadCreators, at: Date): Promise<void> {
  if (!isWantedByBrand('dailyDigest', brand) || !receivesMail(brand.id)) return;
  const time = brandTime(brand, at);
  const today = dayOfBrand(brand, time);
  const day = addDays(dayOfBrand(brand, addSeconds(time, -firstHour * secondsPerHour)), -1);
  const key = creatorMailKeys.digestDay(brand.id);
  const state = await getItem(key);
  if (state !== undefined && String(state.day) >= day) return;
  const kind = 'dailyDigest';
  const creators = [...(await readCreators(brand.id, 'AFFILIATE', [day, day], today))];
  await forEachConcurrently(creators, concurrency, async ([affiliateId, parts]) => {
    const part = digestPart(parts);
    if (part !== undefined)
      await queueMail({ brandId: brand.id, affiliateId, kind, key: day, about: day, part }, at);
  });
  await updateIf(key, { set: { day } });
}
