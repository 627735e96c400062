// Reads the key that signs one-time links from its item.
import type { Item } from '#lib/foundation/table/keys/item.ts';

export const linkKeyIn = (item: Item | undefined): Uint8Array | undefined =>
  typeof item?.secret === 'string' ? Buffer.from(item.secret, 'base64url') : undefined;
