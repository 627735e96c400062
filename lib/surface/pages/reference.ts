// Renders the reference from the OpenAPI document: a page for each tag, and the list of all operations.
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import type { ApiDocument, Operation } from '#lib/surface/api/json-schema.ts';
import { tagGroups, tags } from '#lib/surface/api/tags.ts';
import { webhookTag } from '#lib/surface/api/webhook-requests.ts';
import { type Field, newFieldLists } from './fields.ts';
import { addressOf, docsPath, type Page } from './layout.ts';
import { exampleBlock, folded, renderMarkdown } from './markdown.ts';
import { webhooksHtml } from './webhooks.ts';

/** Only the reference reads these parts of an operation. */
interface Described extends Operation {
  readonly tags: readonly string[];
  readonly description?: string;
  readonly parameters?: readonly {
    readonly name: string;
    readonly in: string;
    readonly required?: boolean;
    readonly schema?: Field['schema'];
  }[];
  readonly 'x-error-codes'?: readonly string[];
  readonly 'x-item-error-codes'?: readonly string[];
}

interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: Described;
}

type Tag = (typeof tags)[number];

const locations = { path: 'Path', query: 'Query', header: 'Headers' } as const;

const pathOf = ({ name }: Tag): string => `${docsPath}/reference-${toKebabCase(name)}`;

const locatedIn = ({ paths }: ApiDocument, tag: Tag): readonly Located[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations)
      .map(([method, operation]) => ({
        method: method.toUpperCase(),
        path: path === '/' ? basePath : `${basePath}${path}`,
        operation: operation as Described,
      }))
      .filter(({ operation }) => operation.tags.includes(tag.name)),
  );

const requestLine = ({ method, path }: Located): string =>
  `<code class="request"><b>${method}</b> ${escapeHtml(path)}</code>`;

const codeList = (codes: readonly string[]): string => codes.map((code) => `<code>${code}</code>`).join(', ');

function newOperationHtml({ components }: ApiDocument) {
  const { listOf, fieldsIn } = newFieldLists(components.schemas);

  const parametersOf = ({ parameters = [] }: Described): string =>
    Object.entries(locations)
      .map(([location, title]) => {
        const fields = parameters
          .filter((parameter) => parameter.in === location)
          .map(({ name, required = false, schema = {} }) => ({ name, schema, isRequired: required }));
        return fields.length === 0 ? '' : `<h3>${title}</h3>${listOf(fields)}`;
      })
      .join('');

  const bodyOf = ({ requestBody }: Described): string => {
    const schema = requestBody?.content['application/json']?.schema;
    return schema === undefined ? '' : `<h3>Body</h3>${fieldsIn(schema)}`;
  };

  const responsesOf = ({ responses }: Described): string =>
    Object.entries(responses)
      .filter(([status]) => status.startsWith('2'))
      .flatMap(([status, { content = {} }]) =>
        Object.values(content).map(({ schema, example }) =>
          [
            folded(`Response ${status}`, schema === undefined ? '' : fieldsIn(schema)),
            folded(`Example of the response ${status}`, example === undefined ? '' : exampleBlock(example)),
          ].join(''),
        ),
      )
      .join('');

  const errorsOf = ({ 'x-error-codes': codes = [], 'x-item-error-codes': ofItems = [] }: Described): string =>
    `<p>${codeList(codes)}</p>${ofItems.length === 0 ? '' : `<p>Of single items: ${codeList(ofItems)}</p>`}` +
    `<p><a href="${docsPath}/errors">What they mean</a></p>`;

  return (located: Located): string => {
    const { operation } = located;
    const samples = (operation['x-codeSamples'] ?? []).map(({ source }) => exampleBlock(source)).join('');
    return (
      `<section><h2 id="${operation.operationId}">${escapeHtml(operation.summary)}</h2><p>${requestLine(located)}</p>` +
      `${renderMarkdown(operation.description ?? '')}${samples}${parametersOf(operation)}${bodyOf(operation)}` +
      `<h3>Responses</h3>${responsesOf(operation)}${folded('Error codes', errorsOf(operation))}</section>`
    );
  };
}

const introductionOf = (tag: Tag): string =>
  `<h1>${escapeHtml(tag['x-displayName'])}</h1><p>${escapeHtml(tag.description)}</p>`;

function tagHtml(document: ApiDocument, tag: Tag): string {
  if (tag.name === webhookTag) return introductionOf(tag) + webhooksHtml(document);
  return introductionOf(tag) + locatedIn(document, tag).map(newOperationHtml(document)).join('');
}

function tagList(document: ApiDocument, tag: Tag): string {
  const items = locatedIn(document, tag).map(
    (one) =>
      `<li><a href="${addressOf(pathOf(tag), one.operation.operationId)}">${escapeHtml(one.operation.summary)}</a> ${requestLine(one)}</li>`,
  );
  const title = `<a href="${pathOf(tag)}">${escapeHtml(tag['x-displayName'])}</a>`;
  return `<h3 id="${tag.name}">${title}</h3><p>${escapeHtml(tag.description)}</p><ul class="operations">${items.join('')}</ul>`;
}

/** The groups have no id, because the menu already lists them. */
function operationList(document: ApiDocument): string {
  const lists = tagGroups.map(({ name, tags: members }) => {
    const inGroup = tags.filter((tag) => members.includes(tag.name)).map((tag) => tagList(document, tag));
    return `<h2>${escapeHtml(name)}</h2>${inGroup.join('')}`;
  });
  return (
    `<h1>Reference</h1><p>All operations of the API. Programs read the same from the ` +
    `<a href="${basePath}/openapi.json">OpenAPI document</a>. The <a href="${docsPath}/api-guide#authentication">API guide</a> ` +
    `explains authentication, retries, errors and limits. The <a href="/#first-commands">first commands</a> set ` +
    `<code>$API</code> and <code>$TOKEN</code> of the examples.</p>${lists.join('')}`
  );
}

/** The menu needs only the tags, so that no page but the reference reads the document. */
export function referencePages(readDocument: () => ApiDocument): readonly Page[] {
  const group = (name: string): string => tagGroups.find((one) => one.tags.includes(name))?.name ?? '';
  const pages = tags.map((tag) => ({
    path: pathOf(tag),
    title: tag['x-displayName'],
    group: group(tag.name),
    render: () => tagHtml(readDocument(), tag),
  }));
  const list = { path: docsPath, title: 'All operations', group: 'Reference' };
  return [{ ...list, render: () => operationList(readDocument()) }, ...pages];
}
