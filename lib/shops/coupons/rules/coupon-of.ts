// Converts a discount code to the coupon of a shop.
import { fromMinor } from '#lib/foundation/shared/money.ts';
import { presentRateValue } from '#lib/foundation/shared/rates.ts';
import type { Discount } from '#lib/program/discounts/schema/discount.ts';
import type { Coupon } from '#lib/shops/coupons/rules/coupon.ts';

export const couponOf = (discount: Discount, currency: string): Coupon => ({
  discountId: discount.id,
  code: discount.code,
  type: discount.type,
  value: (discount.type === 'fixed'
    ? fromMinor(discount.value, currency)
    : presentRateValue(discount, currency)
  ).rawJSON,
  minorUnits: discount.value,
  currency,
  isActive: discount.status === 'active',
  startsAt: discount.startsAt,
  endsAt: discount.endsAt,
  usageLimit: discount.usageLimit,
});
