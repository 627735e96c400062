// Determines and checks the time of an order.
import { invalidField } from '#lib/foundation/shared/errors.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';
import { clockSkewMilliseconds } from './attribution.ts';

export const orderTime = ({ occurredAt }: Pick<ConversionInput, 'occurredAt'>, now: Date): Date =>
  occurredAt === undefined ? now : new Date(occurredAt);

export function checkOrderTime(occurredAt: string | undefined, now: Date): void {
  if (occurredAt !== undefined && Date.parse(occurredAt) > now.getTime() + clockSkewMilliseconds) {
    throw invalidField('occurredAt', 'Must not be in the future');
  }
}
