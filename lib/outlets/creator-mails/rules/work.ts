// Defines the messages of the queue of e-mails to creators.
import type { QueueEvent } from '#lib/foundation/shared/queues.ts';

/** Names a segment by its first event with e-mails, or an e-mail. */
interface Item {
  readonly brandId: string;
  readonly id: string;
}

export type MailWork =
  | ({ readonly kind: 'item' } & Item)
  /** An event for many creators. `after` is the last creator who has an e-mail. */
  | ({ readonly kind: 'audience'; readonly after: string | null } & Item)
  /** Amazon SES says that an e-mail did not arrive, or was marked as spam. `id` is the creator. */
  | ({
      readonly kind: 'feedback';
      readonly status: 'bounced' | 'complained';
      readonly address: string;
    } & Item);

function workIn(body: string): MailWork {
  const { brandId, id, after, status, address }: Readonly<Record<string, unknown>> = JSON.parse(body);
  if (typeof brandId !== 'string' || typeof id !== 'string')
    throw new Error('A message must have `brandId` and `id`');
  if ((status === 'bounced' || status === 'complained') && typeof address === 'string')
    return { kind: 'feedback', brandId, id, status, address };
  if (after === null || typeof after === 'string') return { kind: 'audience', brandId, id, after };
  return { kind: 'item', brandId, id };
}

export const mailWorkIn = ({ Records: records }: QueueEvent): readonly MailWork[] =>
  records.map(({ body }) => workIn(body));
