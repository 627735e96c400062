// The payout that a path names is read together with its caller, before the path is checked: what is asked for besides
// can then be read knowing whether the payout is final, in the round trip after it.

import { payoutNamed } from '#lib/payouts/schema/payout.ts';
import { type Payout, storedPayout } from '#lib/payouts/schema/stored.ts';
import { missing } from '#lib/shared/ids.ts';
import type { Item } from '#lib/table/keys/item.ts';
import type { Key } from '#lib/table/keys/item.ts';
import { payoutKey } from './payouts.ts';

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Nothing for what is no id. */
export function keysNamed({ pathParameters = {} }: RawRequest, brandId: string): readonly Key[] {
  const named = payoutNamed.safeParse(pathParameters.id).data;
  return named === undefined ? [] : [payoutKey(brandId, named.id)];
}

export function payoutAmong([found]: readonly (Item | undefined)[]): Payout {
  if (found === undefined) throw missing('payout');
  return storedPayout.parse(found);
}
