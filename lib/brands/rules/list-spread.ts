// Decides over how many partitions the lists of a brand are spread, and in which partitions its orders are claimed. docs/decisions/0118
import type { Brand } from '#lib/brands/schema.ts';
import { addSeconds } from '#lib/shared/dates.ts';
import { storedListSpread } from '#lib/shared/list-spread-schema.ts';
import type { Item } from '#lib/table/keys/item.ts';
import { withMark } from '#lib/table/keys/spread.ts';

type SpreadBrand = Pick<Brand, 'listSpread'>;
type ListSpread = NonNullable<Brand['listSpread']>;

/**
 * No request and no clock of a function is late by this much. So when a change takes effect, every request knows it, and so long after
 * that, every request writes as it says.
 */
export const spreadDelaySeconds = 120;

/** The partitions that can have items. */
export const listPartitionsOf = ({ listSpread }: SpreadBrand): number => listSpread?.partitions ?? 1;

/** As `listPartitionsOf`, for domains that do not read brands. */
export const listPartitionsIn = (brand: Item | undefined): number =>
  storedListSpread.optional().parse(brand?.listSpread)?.partitions ?? 1;

const inEffect = ({ from }: ListSpread, now: Date): boolean => Date.parse(from) <= now.getTime();

const partitionsAt = ({ listSpread }: SpreadBrand, now: Date): number => {
  if (listSpread === undefined) return 1;
  return inEffect(listSpread, now) ? listSpread.partitions : listSpread.before;
};

/** Returns the id that a conversion or commission gets in the lists of the brand. */
export function listedId(id: string, brand: SpreadBrand, now: Date): string {
  const partitions = partitionsAt(brand, now);
  return partitions === 1 ? id : withMark(id, partitions);
}

/** Whether the brand can have claims of order ids in spread partitions. */
export const hasSpreadClaims = ({ listSpread }: SpreadBrand): boolean => listSpread !== undefined;

/**
 * Around the first change, some requests claim an order id in the former partition, and others in a spread one. Then each of them
 * must check the other partition in its transaction. Later, no claim is added to the former partition, so that reading it is enough.
 */
export function mustCheckBothClaims({ listSpread }: SpreadBrand, now: Date): boolean {
  if (listSpread === undefined || listSpread.before > 1) return false;
  return now < addSeconds(new Date(listSpread.from), spreadDelaySeconds);
}
