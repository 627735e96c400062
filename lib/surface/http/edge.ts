// Takes the address and the country of the client from CloudFront, and refuses requests that do not come through it.
// Used only by stages with the setting `edge`. This file must not import zod, because zod slows down the cold start of the tracking link.
import { hash, timingSafeEqual } from 'node:crypto';
import { isIP } from 'node:net';
import { addressHeader, countryHeader, originHeader } from '#lib/foundation/contract/edge-headers.ts';
import { forbidden } from '#lib/foundation/shared/errors.ts';
import { canonicalAddress } from '#lib/foundation/shared/ip-addresses.ts';
import { linkEnvironment } from '#lib/foundation/shared/link-environment.ts';
import type { Middleware } from './middleware.ts';
import type { HttpEvent } from './request.ts';

const digest = (text: string): Buffer => hash('sha256', text, 'buffer');
const secrets = linkEnvironment.ORIGIN_SECRETS?.split(',').map(digest);

/** Parses `203.0.113.7:443` and `2001:db8::1:443`: the last number is the port. */
export function addressIn(header: string | undefined): string | undefined {
  const { address = '' } = /^\[?(?<address>[^[\]]+)\]?:\d+$/.exec(header ?? '')?.groups ?? {};
  return isIP(address) === 0 ? undefined : address;
}

/** Anybody can send these headers to the gateway. */
function withoutEdgeHeaders(event: HttpEvent): HttpEvent {
  const { [originHeader]: _, [addressHeader]: __, [countryHeader]: ___, ...headers } = event.headers;
  return { ...event, headers };
}

const withAddress = (event: HttpEvent, sourceIp: string): HttpEvent => ({
  ...event,
  requestContext: { ...event.requestContext, http: { ...event.requestContext.http, sourceIp } },
});

/** Throws a 403 for a request that does not come through CloudFront. */
function throughCdn(event: HttpEvent): HttpEvent {
  if (secrets === undefined) return event;
  const { [originHeader]: sent = '', ...headers } = event.headers;
  const given = digest(sent);
  if (!secrets.some((secret) => timingSafeEqual(secret, given))) {
    if (linkEnvironment.DIRECT_REQUESTS === 'accepted') return withoutEdgeHeaders(event);
    throw forbidden('edge_bypassed', 'Send the request to the public address of the API, not to its gateway');
  }
  const sourceIp = addressIn(headers[addressHeader]);
  // With the address of CloudFront, all clients would share their limits.
  if (sourceIp === undefined) throw new Error(`CloudFront sent no valid ${addressHeader}`);
  return withAddress({ ...event, headers }, sourceIp);
}

/** A socket of both families names IPv4 clients by mapped addresses, which must not count as other clients. */
export function throughEdge(event: HttpEvent): HttpEvent {
  const received = throughCdn(event);
  const { sourceIp } = received.requestContext.http;
  const address = canonicalAddress(sourceIp);
  return address === sourceIp ? received : withAddress(received, address);
}

/** Anybody can send the header to a stage without CloudFront, so that the country is unknown there. */
export const countryIn = (headers: HttpEvent['headers']): string | undefined =>
  secrets === undefined ? undefined : headers[countryHeader];

export const edge = (): Middleware => ({
  before: (request) => {
    request.event = throughEdge(request.event);
  },
});
