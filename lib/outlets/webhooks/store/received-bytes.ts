// Limits the bytes that a receiver sends. Node limits headers and trailers, but not informational responses (RFC 9110, section 15.2), empty
// lines before a response, and the framing of chunks.
import type { Socket } from 'node:net';
import { ExcessiveResponse, maxReceivedKilobytes } from '#lib/outlets/webhooks/rules/failures.ts';

export function limitReceivedBytes(socket: Socket, stop: AbortController): void {
  let received = 0;
  socket.on('data', ({ length }) => {
    received += length;
    if (received > maxReceivedKilobytes * 1024) stop.abort(new ExcessiveResponse());
  });
}
