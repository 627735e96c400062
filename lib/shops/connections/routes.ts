// Declares the endpoints of connections with shops.
import * as z from 'zod';
import { created, empty, item, list } from '#lib/foundation/contract/answer.ts';
import { adminOfAnyPlan, adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { maxConnections, maxMessageBytes, messageDays, messagesPerRetry } from './rules/limits.ts';
import {
  connectionAnswer,
  connectionChanges,
  connectionFilters,
  connectionInput,
  messageAnswer,
  messageFilters,
  receivedAnswer,
  retryAnswer,
  retryInput,
} from './schema/endpoints.ts';

const params = z.strictObject({ id: idSchema('connection') });

const reading = { access: anyRole, scope: 'connections:read' } as const;
const writing = { access: adminOnly, scope: 'connections:write' } as const;

export const connections = defineRoutes('connections', {
  create: {
    method: 'POST',
    path: '/connections',
    summary: 'Connect a shop',
    description:
      'Returns `url`, the address for the messages of the shop. Enter it in the shop together with the secret. The orders, refunds and ' +
      `cancellations of the shop are then recorded without further requests. A brand can have ${maxConnections} connections.`,
    ...writing,
    body: connectionInput,
    answer: created(connectionAnswer),
    errors: ['connection_limit_reached'],
    readsPaymentKey: true,
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  list: {
    method: 'GET',
    path: '/connections',
    summary: 'List connections',
    description: 'Returns the newest connection first.',
    ...reading,
    query: connectionFilters,
    answer: list(connectionAnswer),
    table: { actions: ['Query', 'BatchGetItem'] },
  },
  get: {
    method: 'GET',
    path: '/connections/{id}',
    summary: 'Get a connection',
    ...reading,
    params,
    answer: item(connectionAnswer),
    table: { actions: ['BatchGetItem'] },
  },
  update: {
    method: 'PATCH',
    path: '/connections/{id}',
    summary: 'Update a connection',
    description: 'Changes the name, the settings, the secret or the status. A new secret counts at once.',
    ...writing,
    params,
    body: connectionChanges,
    answer: item(connectionAnswer),
    readsPaymentKey: true,
    table: { actions: ['BatchGetItem', 'UpdateItem'] },
  },
  delete: {
    method: 'DELETE',
    path: '/connections/{id}',
    summary: 'Delete a connection',
    description:
      'Refuses further messages of the shop, on every plan. Orders that were recorded stay. Messages that wait are not applied.',
    ...writing,
    access: adminOfAnyPlan,
    ignoresRequestLimit: true,
    params,
    answer: empty(),
    table: { actions: ['BatchGetItem', 'UpdateItem', 'DeleteItem', 'PutItem'] },
  },
  receive: {
    method: 'POST',
    path: '/connections/{id}/events',
    summary: 'Receive a message',
    description:
      'For the shop only: the body is a message of the shop, with a signature over its bytes. The message is stored, and applied after the ' +
      `response. It can have ${maxMessageBytes / 1024} KiB. An unknown connection and a wrong signature have the same answer.`,
    access: 'public',
    params,
    answer: item(receivedAnswer),
    maxBodyBytes: maxMessageBytes,
    errors: ['message_signature_invalid', 'message_limit_reached', 'body_too_large'],
    readsPaymentKey: true,
    table: { actions: ['GetItem', 'BatchGetItem', 'PutItem', 'UpdateItem'] },
  },
  listMessages: {
    method: 'GET',
    path: '/connections/{id}/messages',
    summary: 'List messages',
    description: `Returns the messages of the shop, the newest first, for ${messageDays} days.`,
    ...reading,
    params,
    query: messageFilters,
    answer: list(messageAnswer),
    table: { actions: ['BatchGetItem'], indexes: ['byStatus'] },
  },
  retry: {
    method: 'POST',
    path: '/connections/{id}/messages/retry',
    summary: 'Retry messages',
    description:
      `Applies failed or ignored messages again, up to ${messagesPerRetry} with a request. A message is applied once, however often it is ` +
      'retried. A message that could not be read stays failed.',
    ...writing,
    params,
    body: retryInput,
    answer: item(retryAnswer),
    errors: ['reference_not_found'],
    table: { actions: ['BatchGetItem', 'UpdateItem'], indexes: ['byStatus'] },
  },
});
