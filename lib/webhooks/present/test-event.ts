// Builds the event that `POST …/test` sends.
import { presentActor } from '#lib/events/present/response.ts';
import type { Actor } from '#lib/shared/actor.ts';
import { newId } from '#lib/shared/ids.ts';
import { testEventType } from '#lib/webhooks/rules/formats.ts';

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
