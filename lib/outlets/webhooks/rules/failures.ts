// Names the failures of an attempt to deliver an event.

export class RefusedAddress extends Error {}

export class ExcessiveResponse extends Error {}

/** All bytes of a connection count: informational responses, headers, the body with its framing, and trailers. */
export const maxReceivedKilobytes = 256;

const texts: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection',
  ECONNRESET: 'The endpoint closed the connection without a complete response',
  EPIPE: 'The endpoint closed the connection without a complete response',
  ENOTFOUND: 'The host of the URL does not exist',
  EAI_AGAIN: 'The host of the URL could not be looked up',
  EHOSTUNREACH: 'The endpoint could not be reached',
  ENETUNREACH: 'The endpoint could not be reached',
  ETIMEDOUT: 'The endpoint could not be reached',
};

const isTlsFailure = (code: string): boolean =>
  /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH|EPROTO)/.test(code);

const isTimeout = ({ name }: Error): boolean => name === 'TimeoutError' || name === 'AbortError';

/** The texts contain no address and no part of a response. */
export function failureOf(error: unknown, limitMilliseconds: number): string {
  if (error instanceof RefusedAddress) return 'The host of the URL has an address that is not public';
  if (error instanceof ExcessiveResponse)
    return `The endpoint sent ${maxReceivedKilobytes} KB without a complete response`;
  if (!(error instanceof Error)) return 'The attempt failed';
  if (isTimeout(error)) return `No complete response within ${limitMilliseconds / 1000} seconds`;
  const code = 'code' in error ? String(error.code) : '';
  if (isTlsFailure(code)) return `The TLS connection failed: ${code}`;
  return texts[code] ?? 'The endpoint did not send a valid HTTP response';
}

/** Only a status from 200 to 299 is a success. Redirects are not followed. */
export function statusError(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400)
    return `The endpoint answered with the redirect ${status}, which is not followed`;
  return `The endpoint answered with the status ${status}`;
}
