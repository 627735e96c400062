// Defines the endpoints of the list of resources, the health check, the OpenAPI document and the MCP server.
import * as z from 'zod';
import { document, item } from '#lib/foundation/contract/answer.ts';
import { message } from '#lib/foundation/contract/message-answer.ts';
import { anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { apiIndex } from './schema.ts';

export const service = defineRoutes('service', {
  resources: {
    method: 'GET',
    path: '',
    summary: 'List the resources',
    description: 'Returns every path of the API with its methods, and the path of the OpenAPI document.',
    access: 'public',
    answer: item(apiIndex),
    table: { actions: [] },
  },
  health: {
    method: 'GET',
    path: '/health',
    summary: 'Check the service health',
    description: 'Returns 200 if the service can read its database, and 503 otherwise.',
    access: 'public',
    answer: item(
      z
        .object({
          status: z.literal('ok').meta({ description: 'The service can read its database.' }),
          commit: z.string().meta({ description: 'The git commit that is deployed, or `unknown`.' }),
        })
        .meta({ id: 'Health', description: 'The health of the service.' }),
    ),
    table: { actions: ['GetItem'] },
  },
  openapi: {
    method: 'GET',
    path: '/openapi.json',
    summary: 'Get the OpenAPI document',
    description: 'Returns this document, in OpenAPI 3.1.',
    access: 'public',
    answer: document(),
    table: { actions: [] },
  },
});

const jsonRpc = z.literal('2.0').meta({ description: 'The version of JSON-RPC.' });
const messageId = z
  .union([z.string(), z.int()])
  .meta({ description: 'The id that the client gives to the message.' });

const assistantMessage = z
  .strictObject({
    jsonrpc: jsonRpc,
    id: messageId.optional(),
    method: z.string().meta({ description: 'The method of the protocol.', example: 'tools/list' }),
    params: z
      .record(z.string(), z.unknown())
      .optional()
      .meta({ description: 'The parameters of the method.' }),
  })
  .meta({ id: 'AssistantMessage', description: 'A message of the Model Context Protocol.' });

const assistantAnswer = z
  .strictObject({
    jsonrpc: jsonRpc,
    id: messageId.optional(),
    result: z.record(z.string(), z.unknown()).optional().meta({ description: 'The result of the method.' }),
    error: z
      .looseObject({
        code: z.int().meta({ description: 'The code of JSON-RPC.' }),
        message: z.string().meta({ description: 'The problem in words.' }),
      })
      .optional()
      .meta({ description: 'Instead of a result: why the method failed.' }),
  })
  .meta({ id: 'AssistantAnswer', description: 'The answer to a message of the Model Context Protocol.' });

export const assistant = defineRoutes('assistant', {
  call: {
    method: 'POST',
    path: '/mcp',
    summary: 'Call the MCP server',
    description:
      'Lets an assistant use the API through the Model Context Protocol (streamable HTTP, without sessions, with JSON answers). ' +
      'Its tools call the endpoints of this API with the token or the API key of the request, so the same rules apply, and each ' +
      'call counts as a request. `tools/list` returns the tools that the role and the scopes allow. A tool that writes first ' +
      'answers with a dry run and a `confirmationToken`, with which the same call writes exactly once.',
    access: anyRole,
    scope: 'any',
    body: assistantMessage,
    answer: message(assistantAnswer),
    takesNoIdempotencyKey: true,
    table: { actions: [] },
  },
});
