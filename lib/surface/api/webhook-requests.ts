// Derives `webhooks` of the OpenAPI document: the requests that the service sends.
import type { ZodOpenApiPathItemObject } from 'zod-openapi';
import { eventSchemaNames, type WebhookRequest, webhookRequests } from './event-webhooks.ts';
import { type ApiDocument, nameInReference, schemaReference } from './json-schema.ts';
import { jsonContent } from './success-responses.ts';

export const webhookTag = 'webhookEvents';

const description =
  'The event of the feed, sent to your endpoint. The order of webhooks is not guaranteed: `sequence` is the position in the feed. ' +
  'A webhook can arrive more than once, with the same `id`.';

/** The body is in the response until `describeEvents` moves it, because events have the schemas of responses. */
const pathItemOf = ({ type, summary, body }: WebhookRequest): ZodOpenApiPathItemObject => ({
  post: {
    operationId: `webhooks.${type}`,
    tags: [webhookTag],
    summary,
    description,
    security: [],
    responses: {
      '2XX': {
        description: 'Your endpoint has received the event. Any other response is a failure.',
        content: jsonContent(body),
      },
    },
  },
});

export const webhooks = Object.fromEntries(
  webhookRequests.map((request) => [request.type, pathItemOf(request)]),
);

const refinement = {
  oneOf: eventSchemaNames.map((name) => ({ $ref: schemaReference(name) })),
  discriminator: {
    propertyName: 'type',
    mapping: Object.fromEntries(
      webhookRequests.map(({ type, schemaName }) => [type, schemaReference(schemaName)]),
    ),
  },
};

type Examples = Readonly<Record<string, unknown>>;

/** Moves the bodies of webhooks to their requests. An event of the feed is an event of one of the resources. */
export function describeEvents({ components, webhooks: described }: ApiDocument, examples: Examples): void {
  components.schemas.FeedEvent = { ...components.schemas.FeedEvent, ...refinement };
  for (const [type, { post }] of Object.entries(described)) {
    const { content = {}, ...response } = post.responses['2XX'] ?? {};
    for (const media of Object.values(content)) media.example = examples[type];
    const { $ref = '' } = content['application/json']?.schema ?? {};
    // Without this name, the Python of openapi-generator has a syntax error.
    post.requestBody = { required: true, content, 'x-py-typing': nameInReference($ref) };
    post.responses = { '2XX': response };
  }
}
