// Sends new e-mails, and segments of events that cause e-mails, to the queue of their worker.

import { forEachConcurrently } from '#lib/foundation/shared/concurrency.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { isTwinId } from '#lib/foundation/shared/twin-ids.ts';
import type { Change } from '#lib/foundation/streams/changes.ts';
import { sendToQueue } from '#lib/foundation/streams/work.ts';
import { causesMail } from '#lib/outlets/creator-mails/rules/causes.ts';
import { delaySecondsOf } from '#lib/outlets/creator-mails/rules/mail.ts';
import { mailType, storedMail } from '#lib/outlets/creator-mails/schema/stored.ts';
import { eventsIn, storedSegment } from '#lib/record/events/rules/segment.ts';

const concurrency = 10;

interface Work {
  readonly brandId: string;
  readonly id: string;
  readonly delaySeconds: number;
}

function workOf({ before, after }: Change): readonly Work[] {
  if (before !== undefined || after === undefined) return [];
  if (after.type === mailType) {
    const { brandId, id, kind } = storedMail.parse(after);
    return [{ brandId, id, delaySeconds: delaySecondsOf(kind) }];
  }
  if (after.type !== 'eventSegment') return [];
  const first = eventsIn(storedSegment.parse(after)).find(causesMail);
  return first === undefined ? [] : [{ brandId: String(after.brandId), id: first.id, delaySeconds: 0 }];
}

/** Test data can contain real addresses, so its e-mails are only files of a local stage. */
export const receivesMail = (brandId: string): boolean =>
  !isTwinId(brandId) || environment.EMAIL_DIRECTORY !== undefined;

export const dispatchCreatorMails = (changes: readonly Change[]): Promise<void> =>
  forEachConcurrently(
    changes.flatMap(workOf).filter(({ brandId }) => receivesMail(brandId)),
    concurrency,
    ({ brandId, id, delaySeconds }) =>
      sendToQueue('creatorMails', { brandId, body: { brandId, id }, delaySeconds }),
  );
