// Tests that a schema, and not the text of its message, decides the code of a malformed id.
import { expect, test } from 'vitest';
import * as z from 'zod';
import { httpEvent } from '#infra/local/http-event.ts';
import type { Route } from '#lib/foundation/contract/route.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { resourceName } from '#lib/foundation/shared/resource-names.ts';
import { campaigns } from '#lib/program/campaigns/routes.ts';
import { errorCodesOf } from '#lib/surface/api/error-codes.ts';
import { parseInput } from '#lib/surface/http/validation.ts';

const incoming = { method: 'PATCH', url: '/', headers: [], body: Buffer.alloc(0), sourceIp: '127.0.0.1' };
const eventOf = (pathParameters: Record<string, string>) =>
  httpEvent(
    { ...incoming, requestId: 'request-1', receivedAt: new Date(0) },
    { routeKey: 'PATCH /', pathParameters },
  );

function codeOf(route: Route, id: string, body: unknown) {
  try {
    parseInput(route, Object.assign(eventOf({ id }), { body }));
  } catch (error) {
    if (error instanceof DomainError) return error.code;
  }
  return undefined;
}

const named = z.strictObject({ id: resourceName('campaign', /^#/) });
const unnamed = z.strictObject({ id: z.string().regex(/^#/, 'Campaign not found') });
const body = { id: '#' };
const route: Route = { ...campaigns.create, params: named, body: named };

test('a malformed path parameter is a 404 only if its schema names a resource', () => {
  expect(codeOf(route, 'x', body)).toBe('campaign_not_found');
  expect(errorCodesOf(route)).toContain('campaign_not_found');
  const other = { ...route, params: unnamed };
  expect(codeOf(other, 'x', body)).toBe('validation_failed');
  expect(errorCodesOf(other)).not.toContain('campaign_not_found');
});

test('a malformed id in a body is an unknown reference only if its schema names a resource', () => {
  expect(codeOf(route, '#', { id: 'x' })).toBe('reference_not_found');
  expect(codeOf({ ...route, body: unnamed }, '#', { id: 'x' })).toBe('validation_failed');
});
