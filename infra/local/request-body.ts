// Reading a request's body, as much of it as the handlers are to see.
import type { IncomingMessage } from 'node:http';

/** Handlers refuse bodies over 256 KiB themselves; HTTP API hands over up to 10 MB. */
const maxBytes = 1_048_576;
/** What is too large is still read to here: a client that is cut off while it sends may never read its answer. */
const maxDrainedBytes = 16 * maxBytes;

/** The body, or undefined for one that is too large; a connection that breaks off is thrown. */
export async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    if (!Buffer.isBuffer(chunk)) continue;
    size += chunk.length;
    if (size <= maxBytes) chunks.push(chunk);
    if (size > maxDrainedBytes) break;
  }
  return size > maxBytes ? undefined : Buffer.concat(chunks);
}
