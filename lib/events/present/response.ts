// Converts recorded events to their API representation.
import type * as z from 'zod';
import type { RecordedEvent } from '#lib/events/rules/page.ts';
import type { actorAnswer, eventAnswer } from '#lib/events/schema/event.ts';
import type { Actor } from '#lib/shared/actor.ts';
import { idKinds } from '#lib/shared/id-kinds.ts';

type ActorAnswer = z.input<typeof actorAnswer>;

function typeOfActor(id: string): ActorAnswer['type'] {
  if (id.startsWith(idKinds.user.prefix)) return 'user';
  if (id.startsWith(idKinds.apiKey.prefix)) return 'apiKey';
  return id === 'operator' || id === 'public' ? id : 'service';
}

function presentActor({ id, requestId }: Actor): ActorAnswer {
  const type = typeOfActor(id);
  const hasId = type === 'user' || type === 'apiKey';
  return { type, id: hasId ? id : null, requestId: requestId ?? null };
}

export const presentEvent = ({
  id,
  type,
  createdAt,
  sequence,
  actor,
  resourceId,
  data,
  changes,
}: RecordedEvent): z.input<typeof eventAnswer> => ({
  id,
  type,
  apiVersion: 'v1',
  createdAt,
  sequence,
  actor: presentActor(actor),
  resourceId,
  data,
  changes,
});
