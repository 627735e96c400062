// Derives the success responses of the OpenAPI document from the routes.
import type * as z from 'zod';
import type { ZodOpenApiResponsesObject } from 'zod-openapi';
import type { Answer, ItemAnswer } from '#lib/foundation/contract/answer.ts';
import { bodySchemaOf } from '#lib/foundation/contract/body-schema.ts';
import { replayedHeader } from '#lib/foundation/contract/idempotency-key.ts';
import { type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';
import { csvType } from '#lib/foundation/shared/csv.ts';
import { requestIdHeader } from './error-responses.ts';
import { headersOfConventions, requestLimitHeaders } from './response-headers.ts';

const csvContent = { [csvType.split(';')[0] ?? csvType]: { schema: { type: 'string' as const } } };

export const jsonContent = (schema: z.ZodType) => ({ 'application/json': { schema } });

const anyObject = {
  'application/json': { schema: { type: 'object', description: 'An OpenAPI 3.1 document.' } },
} as const;

function contentOf(answer: Answer, status: number = answer.status) {
  if (answer.kind === 'html') return { content: { 'text/html': { schema: { type: 'string' } } } } as const;
  if (answer.kind === 'image')
    return { content: { [answer.type]: { schema: { type: 'string' as const, format: 'binary' } } } };
  if (answer.kind === 'file')
    return { content: { 'application/xml': { schema: { type: 'string' } }, ...csvContent } } as const;
  if (answer.kind === 'document') return { content: anyObject };
  const body = bodySchemaOf(answer, status);
  if (body === undefined) return {};
  const isAlsoCsv = answer.kind === 'item' && answer.csv === 'accept';
  return { content: { ...jsonContent(body), ...(isAlsoCsv && csvContent) } };
}

const replayHeader = {
  [replayedHeader]: {
    description: '`true` on the stored response of an earlier request with the same `Idempotency-Key`.',
    schema: { type: 'string' as const, const: 'true' },
  },
};

const locationHeader = {
  location: {
    description: 'The URL of the landing page.',
    schema: { type: 'string' as const, format: 'uri' },
  },
};

const itemDescriptions = {
  200: 'The request succeeded.',
  201: 'The resource was created.',
  202: 'The request was accepted and continues in the background.',
} as const;

function successDescription(answer: Answer): string {
  switch (answer.kind) {
    case 'item':
      return itemDescriptions[answer.status];
    case 'list':
      return 'One page of the list.';
    case 'feed':
      return 'The events that follow the position.';
    case 'batch':
      return (
        'One result for each item, in the order sent. `meta.total` counts all items, ' +
        `\`meta.${answer.successStatus}\` those ${answer.successStatus} by this request, and \`meta.failed\` those ` +
        `that failed. \`meta.cursor\` is ${answer.successStatus === 'created' ? 'always null' : 'null if nothing is left of a `filter`'}.`
      );
    case 'empty':
      return 'The request succeeded. The response has no body.';
    case 'redirect':
      return 'Redirects to the landing page.';
    case 'document':
      return 'The JSON document.';
    case 'file':
      return 'The file.';
    case 'image':
      return 'The image.';
    case 'html':
      return 'The page, as HTML.';
    case 'message':
      return 'The answer to the message.';
  }
}

const unchangedDescription = 'Nothing was created: the resource already exists, or the request is a dry run.';
const nothingDescription =
  'Nothing was created: the request is a dry run, or `data` is null and `meta.reason` tells why there is nothing to create.';

function descriptionWhenNotCreated({ method }: Route, { metaOfNothing }: ItemAnswer): string {
  if (method === 'PUT') return 'The resource existed already, and was updated.';
  return metaOfNothing === undefined ? unchangedDescription : nothingDescription;
}

export function successResponsesOf(route: Route): ZodOpenApiResponsesObject {
  const { answer } = route;
  const success = {
    description: successDescription(answer),
    headers: {
      ...requestIdHeader,
      ...(route.access === 'public' ? {} : requestLimitHeaders),
      ...(answer.kind === 'redirect' ? locationHeader : {}),
      ...(takesIdempotencyKey(route) ? replayHeader : {}),
      ...headersOfConventions(route),
    },
    ...contentOf(answer),
  };
  const unchanged =
    answer.kind === 'item' && answer.statusWhenUnchanged !== undefined
      ? {
          [answer.statusWhenUnchanged]: {
            ...success,
            ...contentOf(answer, answer.statusWhenUnchanged),
            description: descriptionWhenNotCreated(route, answer),
          },
        }
      : {};
  const nothing =
    answer.kind === 'message'
      ? {
          [answer.statusOfNothing]: { description: 'The message needs no answer.', headers: success.headers },
        }
      : {};
  return { [answer.status]: success, ...unchanged, ...nothing };
}

const fileHeader = {
  'content-disposition': { description: 'The suggested file name.', schema: { type: 'string' as const } },
};

export const csvResponse = {
  description: 'The CSV file.',
  headers: { ...requestIdHeader, ...fileHeader },
  content: csvContent,
};
