// Converts tiers to their stored form.
import { invalidField } from '#lib/foundation/shared/errors.ts';
import { toMinor } from '#lib/foundation/shared/money.ts';
import { toStoredRate } from '#lib/foundation/shared/rates.ts';
import type { Tiers } from '#lib/program/terms/schema/tiers.ts';
import type { TiersInput } from '#lib/program/terms/schema/tiers-endpoints.ts';

function toCount(from: number, path: string): number {
  if (Number.isSafeInteger(from)) return from;
  throw invalidField(path, 'Must be a whole number of orders');
}

/** Throws a 400 that names the field, for an amount that the currency does not have or a number of orders that is not whole. */
export const toStoredTiers = ({ by, appliesTo, steps }: TiersInput, currency: string): Tiers => ({
  by,
  appliesTo,
  steps: steps.map(({ from, rate }, index) => {
    const path = `terms.tiers.steps.${index}`;
    return {
      from: by === 'orders' ? toCount(from, `${path}.from`) : toMinor(from, currency, `${path}.from`),
      rate: toStoredRate(rate, currency, `${path}.rate.value`),
    };
  }),
});
