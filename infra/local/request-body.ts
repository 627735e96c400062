import type { IncomingMessage } from 'node:http';

/** Must exceed the 3 MiB of an import, so that the handlers reject a larger body as they do on AWS. HTTP API accepts up to 10 MB. */
const maxBytes = 4_194_304;
/** Reads and discards an oversized body up to this limit, because many clients read the response only after they sent the body. */
const maxDrainedBytes = 4 * maxBytes;

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
