// What an order names is read together with its caller, before its body is checked: nothing is decided by that yet.
import { type RawBody, uncheckedBody } from '#lib/shared/unchecked-body.ts';
import type { Key } from '#lib/table/keys.ts';
import { conversionInput } from './order-schema.ts';
import { keysNamed } from './references.ts';

/** Nothing for a body that will be refused. */
export function neededFor(request: RawBody, brandId: string): readonly Key[] {
  const order = uncheckedBody(conversionInput, request);
  return order === undefined ? [] : keysNamed(brandId, order);
}
