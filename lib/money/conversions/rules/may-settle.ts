// Checks who may say that the commission of an order is settled elsewhere.
import { type Caller, grantOf } from '#lib/access/auth/rules/caller.ts';
import { requireContentScopes } from '#lib/foundation/contract/content-scopes.ts';
import type { ConversionInput } from '#lib/money/conversions/schema/order.ts';

/** The mark says that money is paid, so an API key needs the scope with which it may decide about commissions. */
export function requireMaySettle(caller: Caller, orders: readonly ConversionInput[]): void {
  if (orders.some(({ settledElsewhere }) => settledElsewhere))
    requireContentScopes(grantOf(caller).scopes, ['commissions:write'], '`settledElsewhere`');
}
