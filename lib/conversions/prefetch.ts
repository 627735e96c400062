// What an order names is read together with its caller, before its body is checked: nothing is decided by that yet.
import type { Key } from '#lib/table/keys.ts';
import { conversionInput } from './order-schema.ts';
import { keysNamed } from './references.ts';

interface RawRequest {
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
}

/** Nothing for a body that will be refused. */
export function neededFor({ body = '', isBase64Encoded }: RawRequest, brandId: string): readonly Key[] {
  try {
    const text = isBase64Encoded ? Buffer.from(body, 'base64').toString() : body;
    const order = conversionInput.safeParse(JSON.parse(text)).data;
    return order === undefined ? [] : keysNamed(brandId, order);
  } catch {
    // No JSON: the request is refused for that, but not by a prefetch.
    return [];
  }
}
