import { transact } from '#lib/foundation/table/transact.ts';
import { creator } from '#lib/program/creator-sessions/routes.ts';
import { endSession } from '#lib/program/creator-sessions/writes.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.logout, ({ caller: { brand, sessionId } }) =>
  transact([endSession(brand.id, sessionId)]),
);
