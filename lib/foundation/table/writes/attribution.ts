// Adds to the writes of a transaction who has made them. The recorder of events reads it in the table's stream.
import type { Actor } from '#lib/foundation/shared/actor.ts';
import { addSeconds, epochSeconds, secondsPerDay } from '#lib/foundation/shared/dates.ts';
import { redeliveryDays } from '#lib/foundation/shared/retention.ts';
import {
  actorAttribute,
  eventKeys,
  leavesNote,
  recordedItemAt,
} from '#lib/foundation/table/keys/event-keys.ts';
import type { Write } from './write.ts';

const noteLifetimeSeconds = redeliveryDays * secondsPerDay;

const timeRadix = 36;

export interface Attribution {
  readonly actor: Actor;
  readonly at: Date;
}

/** One short text, because it is part of every order: a map would make the item of an average order larger than 1 KB. */
export const encodeAttribution = ({ actor, at }: Attribution): string =>
  [actor.id, at.getTime().toString(timeRadix), actor.requestId ?? '', actor.addressHash ?? '']
    .join(' ')
    .trimEnd();

export function decodeAttribution(text: string): Attribution {
  const [id = '', time = '', requestId = '', addressHash = ''] = text.split(' ');
  return {
    actor: { id, ...(requestId !== '' && { requestId }), ...(addressHash !== '' && { addressHash }) },
    at: new Date(Number.parseInt(time, timeRadix)),
  };
}

function attributed(write: Write, changedBy: string, now: Date): readonly Write[] {
  if (write.kind === 'check' || write.kind === 'increment') return [write];
  const { pk, sk } = write.kind === 'put' ? write.item : write.key;
  const recorded = recordedItemAt(pk, sk);
  if (recorded === undefined) return [write];
  switch (write.kind) {
    case 'put':
      return [{ ...write, item: { ...write.item, [actorAttribute]: changedBy } }];
    case 'delete': {
      if (!leavesNote(recorded)) return [write];
      const expiresAt = epochSeconds(addSeconds(now, noteLifetimeSeconds));
      const item = {
        ...eventKeys.deletionNote(recorded.brandId, sk),
        [actorAttribute]: changedBy,
        expiresAt,
      };
      return [write, { kind: 'put', item }];
    }
    case 'update':
      return [{ ...write, set: { ...write.set, [actorAttribute]: changedBy } }];
  }
}

export const withActor = (writes: readonly Write[], actor: Actor, now: Date): readonly Write[] =>
  writes.flatMap((write) => attributed(write, encodeAttribution({ actor, at: now }), now));
