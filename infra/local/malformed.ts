import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { ErrorBody } from '#lib/contract/error.ts';
import { withStandardHeaders } from '#lib/http/headers.ts';
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
  const body: ErrorBody = { statusCode, message, error: reason };
  const text = JSON.stringify(body);
  const headers = {
    ...withStandardHeaders({ 'content-type': 'application/json; charset=utf-8' }, randomUUID()),
    'content-length': text.length,
    connection: 'close',
  };
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}`);
  socket.end(`HTTP/1.1 ${statusCode} ${reason}\r\n${lines.join('\r\n')}\r\n\r\n${text}`);
}
