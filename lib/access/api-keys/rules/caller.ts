// Defines the caller of a request with an API key.
import type { ApiKey, ApiKeyUse } from '#lib/access/api-keys/schema/stored.ts';
import type { Brand } from '#lib/access/brands/schema.ts';
import type { Mode } from '#lib/foundation/contract/mode.ts';

/** A key acts as an admin of its brand, within its scopes. */
export interface KeyCaller {
  readonly kind: 'key';
  readonly role: 'admin';
  readonly key: ApiKey;
  /** Undefined before the first use. */
  readonly use: ApiKeyUse | undefined;
  readonly addressHash: string;
  readonly brand: Brand;
  readonly mode: Mode;
  /** The id of the live brand, to which the key belongs. */
  readonly accountId: string;
}
