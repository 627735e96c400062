import { creator } from '#lib/program/creator-sessions/routes.ts';
import { endCreatorSession } from '#lib/program/creator-sessions/store/sessions.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.logout, ({ caller: { brand, sessionId } }) =>
  endCreatorSession(brand.id, sessionId),
);
