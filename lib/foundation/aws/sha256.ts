// Adapts Node's SHA-256 to the checksum interface of @smithy/signature-v4.
import { createHash, createHmac, type Hash, type Hmac } from 'node:crypto';
import type { Checksum, SourceData } from '@smithy/types';

const bytesOf = (data: SourceData): string | Uint8Array => {
  if (typeof data === 'string' || data instanceof Uint8Array) return data;
  return ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
};

/** Computes an HMAC (RFC 2104) if a secret is given, and otherwise a plain hash. */
export class Sha256 implements Checksum {
  readonly #hash: Hash | Hmac;

  constructor(secret?: SourceData) {
    this.#hash = secret === undefined ? createHash('sha256') : createHmac('sha256', bytesOf(secret));
  }

  update(data: Uint8Array): void {
    this.#hash.update(data);
  }

  digest(): Promise<Uint8Array> {
    return Promise.resolve(this.#hash.digest());
  }

  reset(): never {
    throw new Error('Not implemented, because the signer never resets a checksum');
  }
}
