// Builds the event that `POST …/test` sends.

import type { Actor } from '#lib/foundation/shared/actor.ts';
import { newId } from '#lib/foundation/shared/ids.ts';
import { testEventType } from '#lib/outlets/webhooks/rules/formats.ts';
import { presentActor } from '#lib/record/events/present/response.ts';

export const testEvent = (endpoint: { readonly id: string }, actor: Actor, now: Date) => ({
  id: newId('event', now),
  type: testEventType,
  apiVersion: 'v1',
  createdAt: now.toISOString(),
  sequence: 0,
  actor: presentActor(actor),
  resourceId: endpoint.id,
  data: endpoint,
  changes: {},
});
