// Builds the types and the example of docs/reference/event-types.md from the OpenAPI document.
import { openApiDocument } from '#lib/surface/api/openapi.ts';
import { code, table } from './markdown.ts';

/** The types whose examples the document shows. The OpenAPI document has an example of each type. */
const shownTypes = ['commission.adjusted'];

const { webhooks } = openApiDocument([]);

export const typesTable = (): string =>
  table(
    ['Type', 'Meaning'],
    Object.entries(webhooks).map(([type, { post }]) => [code(type), post.summary]),
  );

export const examples = (): string =>
  shownTypes
    .map((type) => webhooks[type]?.post.requestBody?.content['application/json']?.example)
    .map((example) => `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``)
    .join('\n\n');
