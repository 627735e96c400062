import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { withStandardHeaders } from '#lib/surface/http/headers.ts';
import { hasErrorCode } from './files.ts';

export function rejectMalformedRequest(error: Error, socket: Duplex): void {
  if (!socket.writable || hasErrorCode(error, 'ECONNRESET')) {
    socket.destroy();
    return;
  }
  const [statusCode, message] = hasErrorCode(error, 'HPE_HEADER_OVERFLOW')
    ? [431, 'The headers must be at most 16 KiB']
    : [400, 'The request must be valid HTTP'];
  const reason = STATUS_CODES[statusCode] ?? '';
  // Only the local stage has this code: API Gateway has bodies of its own.
  const body = { statusCode, message, error: reason, code: 'request_malformed' };
  const text = JSON.stringify(body);
  const headers = {
    ...withStandardHeaders({ 'content-type': 'application/json; charset=utf-8' }, randomUUID()),
    'content-length': text.length,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${statusCode} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
}
