// Does the work that a message of the queue names.
import type { Clock } from '#lib/foundation/shared/clock.ts';
import { isSegmentWork } from '#lib/outlets/creator-mails/rules/causes.ts';
import type { MailWork } from '#lib/outlets/creator-mails/rules/work.ts';
import type { RecordedEvent } from '#lib/record/events/rules/segment.ts';
import { queueMailsOfAudience } from './audience.ts';
import { stopMails } from './change-creator.ts';
import { queueMailsOfSegment, type SegmentReaders } from './segment.ts';
import { type MailService, sendMail } from './send.ts';

/** The parts of other domains. */
interface MailServices extends SegmentReaders, MailService {
  readonly findEvent: (brandId: string, id: string) => Promise<RecordedEvent | undefined>;
  readonly getClock: (brandId: string) => Promise<Clock>;
}

export async function doMailWork(work: MailWork, services: MailServices): Promise<void> {
  switch (work.kind) {
    case 'feedback': {
      const clock = await services.getClock(work.brandId);
      return stopMails(work, clock.now());
    }
    case 'audience':
      return queueMailsOfAudience(work, services.findEvent);
    default:
      return isSegmentWork(work.id) ? queueMailsOfSegment(work, services) : sendMail(work, services);
  }
}
