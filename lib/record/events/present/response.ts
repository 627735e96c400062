// Converts recorded events to their API representation.
import type * as z from 'zod';
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { idKinds } from '#lib/foundation/shared/id-kinds.ts';
import type { FeedEvent } from '#lib/record/events/rules/audience.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import type { TrailEntry } from '#lib/record/events/rules/trail-entry.ts';
import type { actorAnswer, eventAnswer, trailEntry } from '#lib/record/events/schema/event.ts';

type ActorAnswer = z.input<typeof actorAnswer>;

function typeOfActor(id: string): ActorAnswer['type'] {
  if (id.startsWith(idKinds.user.prefix)) return 'user';
  if (id.startsWith(idKinds.apiKey.prefix)) return 'apiKey';
  if (id.startsWith(idKinds.affiliate.prefix)) return 'creator';
  return id === 'operator' || id === 'schedule' || id === 'public' ? id : 'service';
}

export function presentActor({ id, requestId }: Actor): ActorAnswer {
  const type = typeOfActor(id);
  const hasId = type === 'user' || type === 'apiKey' || type === 'creator';
  return { type, id: hasId ? id : null, requestId: requestId ?? null };
}

const presentRest = ({ createdAt, sequence, actor, resourceId, data, changes }: RecordedEvent) =>
  ({
    apiVersion: 'v1',
    createdAt,
    sequence,
    actor: presentActor(actor),
    resourceId,
    data,
    changes,
  }) as const;

export const presentEvent = (event: FeedEvent): z.input<typeof eventAnswer> => ({
  id: event.id,
  type: event.type,
  ...presentRest(event),
});

export const presentEntry = (event: TrailEntry): z.input<typeof trailEntry> => ({
  id: event.id,
  type: event.type,
  ...presentRest(event),
  addressHash: event.actor.addressHash ?? null,
  address: event.address,
});
