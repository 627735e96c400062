// The payout that a path names is read together with its caller, before the path is checked: what is asked for besides
// can then be read knowing whether the payout is settled, in the round trip after it.
import { idOf, missing } from '#lib/shared/ids.ts';
import type { Item } from '#lib/table/client.ts';
import type { Key } from '#lib/table/keys.ts';
import { payoutKey } from './store.ts';
import { type Payout, storedPayout } from './stored-schema.ts';

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

/** Nothing for what is no id. */
export function payoutIn({ pathParameters = {} }: RawRequest, brandId: string): readonly Key[] {
  // An id that is asked for as a file has an extension.
  const id = idOf('payout').safeParse(pathParameters.id?.split('.')[0]).data;
  return id === undefined ? [] : [payoutKey({ brandId, id })];
}

export function payoutAmong([found]: readonly (Item | undefined)[]): Payout {
  if (found === undefined) throw missing('payout');
  return storedPayout.parse(found);
}
