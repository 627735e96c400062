// Defines the input and the responses of the endpoints of webhooks.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { disabledReasons, endpointStatuses, webhookFormats } from '#lib/outlets/webhooks/rules/formats.ts';
import { hiddenPart } from '#lib/outlets/webhooks/rules/shown-url.ts';
import { typePatterns } from '#lib/record/events/rules/type-patterns.ts';
import { receiverUrl } from './receiver-url.ts';
import { missedTime } from './stored.ts';

const patterns = z
  .array(
    z
      .string()
      .refine(
        (text) => typePatterns.includes(text),
        'Must be a type of events such as conversion.recorded, or a pattern such as conversion.* or *',
      )
      .meta({ override: { type: 'string', enum: [...typePatterns] } }),
  )
  .min(1, 'Must contain at least one type or pattern. ["*"] stands for all events')
  .max(typePatterns.length)
  .transform((given) => [...new Set(given)]);

const refuseHiddenUrl = (text: string): string | undefined =>
  text.includes(hiddenPart)
    ? `Must be the complete URL. \`${hiddenPart}\` hides its secret part: to keep the present URL, leave out \`url\``
    : undefined;

const url = receiverUrl(2048, refuseHiddenUrl).meta({
  description: 'The https URL that receives the events. Its host must be public.',
  example: 'https://hooks.acme.test/creator-events',
});

export const eventTypesInput = patterns.meta({
  description:
    'The types of events to send. `conversion.*` stands for all types of conversions, `*` for all events.',
  example: ['conversion.*', 'payout.paid'],
});
const description = displayText(200);
const format = z.enum(webhookFormats);
const status = z.enum(endpointStatuses);

const formatDescription =
  '`json` sends the event. `slack` and `discord` send one line of text, in the form that these services accept.';

export const endpointInput = z.strictObject({
  url,
  events: eventTypesInput.default(['*']),
  description: description.optional(),
  format: format.default('json').meta({ description: formatDescription }),
});
export type EndpointInput = z.output<typeof endpointInput>;

export const endpointChanges = z
  .strictObject({
    url: url.optional(),
    events: eventTypesInput.optional(),
    description: description.nullable().optional(),
    format: format.optional().meta({ description: formatDescription }),
    status: status.optional().meta({
      description: '`disabled` stops all deliveries. `enabled` continues with the events that follow.',
    }),
  })
  .refine(
    (changes) => Object.keys(changes).length > 0,
    'Must contain `url`, `events`, `description`, `format` or `status`',
  );
export type EndpointChanges = z.output<typeof endpointChanges>;

export const endpointFilters = listQuerySchema({});

const missedAnswer = missedTime.meta({
  id: 'MissedTime',
  description:
    'The time of the events that the endpoint may not have received, set when it is enabled again. Send it to `POST …/replay` to receive them.',
});

const answerFields = () => ({
  id: idSchema('webhookEndpoint'),
  url: z.string().meta({
    description:
      'The URL that receives the events. Only the response to its creation is complete. Elsewhere `…` hides the query, and the path of ' +
      'a URL for Slack or Discord, because they can be secret.',
  }),
  events: z.array(z.string()).meta({ description: 'The types of events that it receives.' }),
  description: z.string().nullable().meta({ description: 'Your description of the endpoint.' }),
  format: format.meta({ description: formatDescription }),
  status: status.meta({ description: 'Whether the endpoint receives events.' }),
  disabledAt: instant
    .nullable()
    .meta({ description: 'The time from which it is disabled. Null while it is enabled.' }),
  disabledReason: z.enum(disabledReasons).nullable().meta({
    description:
      'Why it is disabled. `request`: a user disabled it. `gone`: it answered 410. `failing`: all attempts of five days have failed.',
  }),
  missed: missedAnswer.nullable().meta({
    description:
      'The time of the events that the endpoint may not have received before it was last enabled. Null if it was never disabled.',
  }),
  urlChangedAt: instant.nullable().meta({ description: 'The last change of the URL.' }),
  secretRotatedAt: instant.nullable().meta({ description: 'The last rotation of the secret.' }),
  createdAt: instant,
});

export const endpointAnswer = z
  .object(answerFields())
  .meta({ id: 'WebhookEndpoint', description: 'A webhook endpoint, without its secret.' });

export const newEndpointAnswer = z
  .object({
    ...answerFields(),
    secret: z.string().meta({
      description:
        'The secret that verifies signatures. It is shown only in this response: store it in a secret manager.',
      example: 'whsec_MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=',
    }),
  })
  .meta({ id: 'CreatedWebhookEndpoint', description: 'A webhook endpoint with its secret.' });
