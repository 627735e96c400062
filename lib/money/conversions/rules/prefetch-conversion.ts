// Plans the read of the conversion that a path names, together with the caller.
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { keys } from '#lib/foundation/table/keys/keys.ts';
import type { ReadPlan } from '#lib/foundation/table/keys/read-plan.ts';
import { type Conversion, storedConversion } from '#lib/money/conversions/schema/conversion.ts';

interface RawRequest {
  readonly pathParameters?: Readonly<Record<string, string | undefined>> | undefined;
}

const conversionId = idSchema('conversion');

/** Reads nothing for a malformed id, because validation rejects the request later. */
export function prefetchConversion(
  { pathParameters = {} }: RawRequest,
  brandId: string,
): ReadPlan<Conversion | undefined> {
  const id = conversionId.safeParse(pathParameters.id).data;
  return {
    keys: id === undefined ? [] : [keys.item(brandId, 'conversion', id)],
    parse: ([item]) => (item === undefined ? undefined : storedConversion.parse(item)),
  };
}
