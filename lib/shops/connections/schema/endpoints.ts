// Defines the input and the responses of the endpoints of connections.
import * as z from 'zod';
import { listQuerySchema } from '#lib/foundation/contract/paging.ts';
import { instant } from '#lib/foundation/shared/date-schemas.ts';
import { nameInput } from '#lib/foundation/shared/display-text.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { messageStates, messagesPerRetry, shopTypes } from '#lib/shops/connections/rules/limits.ts';
import { changedAccess, newAccess } from './access.ts';
import { settings } from './settings.ts';

const type = () => z.enum(shopTypes).meta({ description: 'The system of the shop.' });
const name = () => nameInput.meta({ description: 'The name of the shop, for people.' });
const status = () =>
  z.enum(['active', 'paused']).meta({
    description:
      '`paused`: messages are stored as `ignored`. Retry them after the connection is active again.',
  });
const secret = () =>
  z.string().trim().min(8).max(500).meta({
    description:
      'The secret with which the shop signs its messages. It is stored encrypted, and never returned.',
    example: 'example-secret-of-the-shop',
  });

export const connectionInput = z
  .strictObject({
    type: type(),
    name: name(),
    secret: secret(),
    settings: settings
      .optional()
      .meta({ description: 'The treatment of the orders. All settings are optional.' }),
    access: newAccess,
  })
  .meta({ id: 'ConnectionInput', description: 'A shop to connect.' });
export type ConnectionInput = z.output<typeof connectionInput>;

export const connectionChanges = z
  .strictObject({
    name: name().optional(),
    secret: secret().optional(),
    settings: settings.optional().meta({ description: 'Replaces all settings.' }),
    access: changedAccess,
    status: status().optional(),
  })
  .refine((changes) => Object.keys(changes).length > 0, 'Send at least one field to change')
  .meta({
    id: 'ConnectionChanges',
    description: 'The fields of a connection to change.',
    minProperties: 1,
  });
export type ConnectionChanges = z.output<typeof connectionChanges>;

export const connectionFilters = listQuerySchema({});

const connectionFields = () => ({
  id: idSchema('connection'),
  type: type(),
  name: name(),
  status: status(),
  settings,
  url: z.string().meta({
    description: 'The address to which the shop sends its messages.',
    example: 'https://api.acme.test/v1/connections/con_01JD0000000000000000000000/events',
  }),
  makesCoupons: z.boolean().meta({
    description: 'Whether the connection has access to the API of the shop, and makes coupons there.',
  }),
  secretChangedAt: instant.meta({ description: 'The last change of the secret.' }),
  failingSince: instant.nullable().meta({
    description: 'The first failed message since the last one that was applied. Null without a failure.',
  }),
  failure: z.string().nullable().meta({ description: 'The reason of the first failure. Otherwise null.' }),
  createdAt: instant.meta({ description: 'When the connection was created.' }),
});

export const connectionAnswer = z
  .object({
    ...connectionFields(),
    lastMessageAt: instant.nullable().meta({
      description: 'The last message with a valid signature. Null before the first one.',
    }),
    lastRefusedAt: instant.nullable().meta({
      description: 'The last message with a wrong signature. If it is recent, compare the secrets.',
    }),
  })
  .meta({ id: 'Connection', description: 'A connection with a shop, without its secret.' });

/** An event shows no activity, because a message alone is no event. */
export const connectionEvent = z
  .object(connectionFields())
  .meta({ id: 'ConnectionData', description: 'A connection with a shop in an event.' });

export const receivedAnswer = z
  .object({ received: z.literal(true).meta({ description: 'The message is stored.' }) })
  .meta({ id: 'ReceivedMessage', description: 'The answer to the shop.' });

const state = () =>
  z.enum(messageStates).meta({
    description:
      '`waiting`: the service applies the message soon. `done`: applied. `ignored`: the message needs nothing, see `reason`. `failed`: see `reason`; retry it after you have solved the problem.',
  });

export const messageFilters = listQuerySchema({ state: state().optional() });
export type MessageFilters = z.output<typeof messageFilters>;

export const messageAnswer = z
  .object({
    id: idSchema('shopMessage'),
    state: state(),
    topic: z.string().meta({ description: 'The kind of the message in the shop.', example: 'orders/paid' }),
    orderId: z.string().nullable().meta({ description: 'The `orderId` of the order, or null.' }),
    reason: z.string().nullable().meta({ description: 'A sentence for people, or null.' }),
    isTest: z.boolean().meta({ description: 'Whether the order is in the test data of the brand.' }),
    attempts: z.int().meta({ description: 'Attempts to apply the message.' }),
    receivedAt: instant.meta({ description: 'When the shop sent the message first.' }),
  })
  .meta({ id: 'ShopMessage', description: 'A message of a shop.' });

export const retryInput = z
  .strictObject({
    ids: z
      .array(idSchema('shopMessage'))
      .min(1)
      .max(messagesPerRetry)
      .optional()
      .meta({ description: 'The messages to retry. Those that are done or wait stay as they are.' }),
    filter: z
      .strictObject({
        state: z.enum(['ignored', 'failed']).meta({ description: 'The state of the messages.' }),
      })
      .optional()
      .meta({ description: `The oldest ${messagesPerRetry} messages of a state.` }),
  })
  .refine(({ ids, filter }) => (ids === undefined) !== (filter === undefined), {
    path: ['ids'],
    message: 'Send either `ids` or `filter`',
  })
  .meta({ id: 'MessageRetryInput', description: 'The messages to retry.' });
export type RetryInput = z.output<typeof retryInput>;

export const retryAnswer = z
  .object({
    retried: z.int().meta({ description: 'The number of messages that wait again.' }),
    hasMore: z.boolean().meta({
      description: 'Whether further messages match `filter`: send the request again with another key.',
    }),
  })
  .meta({ id: 'MessageRetry', description: 'The result of a retry.' });
