// Collects what identifies a request with an `Idempotency-Key`.

import type { Route } from '#lib/foundation/contract/route.ts';
import { claimKey, type IdempotentRequest } from '#lib/foundation/idempotency/store.ts';
import type { AnyCaller } from './any-caller.ts';
import type { RequestBase, RequestOf } from './request.ts';

export type IdempotentRoute = Route & {
  readonly method: 'POST';
  readonly access: Exclude<Route['access'], 'public'>;
};

const creatorIdOf = (caller: AnyCaller): string | undefined =>
  caller.kind === 'creator' ? caller.affiliateId : undefined;

export function idempotentRequest(route: IdempotentRoute, request: RequestBase): IdempotentRequest {
  const { caller, idempotencyKey, params, query, body, rejected, requestId, now, receivedAt } =
    request as RequestOf<IdempotentRoute> & { readonly body?: unknown };
  return {
    key: claimKey(caller.brand.id, idempotencyKey ?? '', creatorIdOf(caller)),
    idempotencyKey: idempotencyKey ?? '',
    id: requestId,
    content: {
      route: route.name,
      params,
      query,
      body,
      ...(rejected.size > 0 && { rejected: [...rejected] }),
    },
    now: receivedAt,
    begunAt: now,
  };
}
