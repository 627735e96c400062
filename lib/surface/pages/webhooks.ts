// Renders the requests that the service sends: the types of events by their schema, each with an example.
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import { type ApiDocument, nameInReference } from '#lib/surface/api/json-schema.ts';
import { newFieldLists } from './fields.ts';
import { docsPath } from './layout.ts';
import { exampleBlock, folded, renderInline } from './markdown.ts';

interface Sent {
  readonly type: string;
  readonly summary: string;
  readonly schemaName: string;
  readonly example: unknown;
}

const sentIn = ({ webhooks }: ApiDocument): readonly Sent[] =>
  Object.entries(webhooks).map(([type, { post }]) => {
    const { schema, example } = post.requestBody?.content['application/json'] ?? {};
    return { type, summary: post.summary, schemaName: nameInReference(schema?.$ref ?? ''), example };
  });

const eventHtml = ({ type, summary, example }: Sent): string =>
  `<h3 id="${type}">${escapeHtml(type)}</h3><p>${renderInline(summary)}</p>` +
  folded('Example', exampleBlock(example));

/** Events of one resource have the same fields, so these are listed once. */
export function webhooksHtml(document: ApiDocument): string {
  const { fieldsIn } = newFieldLists(document.components.schemas);
  const groups = Map.groupBy(sentIn(document), ({ schemaName }) => schemaName);
  const sections = [...groups].map(([name, events]) => {
    const schema = document.components.schemas[name] ?? {};
    return (
      `<section><h2 id="${name}">${escapeHtml(name)}</h2><p>${renderInline(schema.description ?? '')}</p>` +
      `${folded('Fields', fieldsIn(schema))}${events.map(eventHtml).join('')}</section>`
    );
  });
  return (
    `<p>Each is a POST with one event of the feed. Answer it with a 2xx status. The API guide says how to ` +
    `<a href="${docsPath}/api-guide#receive-webhooks">verify the signature</a>, and when a request is repeated.</p>${sections.join('')}`
  );
}
