// Renders the reference from the OpenAPI document: a page for each tag, and the list of all operations.
import { escapeHtml } from '#lib/access/email/rules/html.ts';
import { basePath } from '#lib/foundation/contract/route.ts';
import { toKebabCase } from '#lib/foundation/shared/text.ts';
import type { ApiDocument, Operation } from '#lib/surface/api/json-schema.ts';
import { type Field, newFieldLists } from './fields.ts';
import { addressOf, docsPath, type Page } from './layout.ts';
import { exampleBlock, renderMarkdown } from './markdown.ts';

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
}

interface Located {
  readonly method: string;
  readonly path: string;
  readonly operation: Described;
}

const locations = { path: 'Path', query: 'Query', header: 'Headers' } as const;

/** `apiKeys` becomes `API keys`. */
const titleOf = (tag: string): string => {
  const words = toKebabCase(tag)
    .replaceAll('-', ' ')
    .replace(/^api\b/, 'API');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

const pathOf = (tag: string): string => `${docsPath}/reference-${toKebabCase(tag)}`;

const locatedIn = ({ paths }: ApiDocument): readonly Located[] =>
  Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      method: method.toUpperCase(),
      path: `${basePath}${path}`,
      operation: operation as Described,
    })),
  );

const requestLine = ({ method, path }: Located): string =>
  `<code class="request"><b>${method}</b> ${escapeHtml(path)}</code>`;

const folded = (title: string, html: string): string =>
  html === '' ? '' : `<details><summary>${escapeHtml(title)}</summary>${html}</details>`;

function newOperationHtml(document: ApiDocument) {
  const { listOf, fieldsIn } = newFieldLists(document.components.schemas);

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

  return (located: Located): string => {
    const { operation } = located;
    const samples = (operation['x-codeSamples'] ?? []).map(({ source }) => exampleBlock(source)).join('');
    const codes = (operation['x-error-codes'] ?? []).map((code) => `<code>${code}</code>`).join(', ');
    return (
      `<section><h2 id="${operation.operationId}">${escapeHtml(operation.summary)}</h2><p>${requestLine(located)}</p>` +
      `${renderMarkdown(operation.description ?? '')}${samples}${parametersOf(operation)}${bodyOf(operation)}` +
      `<h3>Responses</h3>${responsesOf(operation)}` +
      `${folded('Error codes', `<p>${codes}</p><p><a href="${docsPath}/errors">What they mean</a></p>`)}</section>`
    );
  };
}

export function referencePages(document: ApiDocument): readonly Page[] {
  const htmlOf = newOperationHtml(document);
  const byTag = [...Map.groupBy(locatedIn(document), ({ operation }) => operation.tags[0] ?? '')];
  const pages = byTag.map(([tag, located]): Page => {
    const html = `<h1>${titleOf(tag)}</h1>${located.map(htmlOf).join('')}`;
    return { path: pathOf(tag), title: titleOf(tag), group: 'Reference', html };
  });
  const lists = byTag.map(([tag, located]) => {
    const items = located.map(
      (one) =>
        `<li><a href="${addressOf(pathOf(tag), one.operation.operationId)}">${escapeHtml(one.operation.summary)}</a> ${requestLine(one)}</li>`,
    );
    return `<h2 id="${tag}">${titleOf(tag)}</h2><ul class="operations">${items.join('')}</ul>`;
  });
  const html =
    `<h1>Reference</h1><p>All operations of the API. Programs read the same from the ` +
    `<a href="${basePath}/openapi.json">OpenAPI document</a>. The <a href="${docsPath}/api-guide#authentication">API guide</a> ` +
    `explains authentication, retries, errors and limits.</p>${lists.join('')}`;
  return [{ path: docsPath, title: 'All operations', group: 'Reference', html }, ...pages];
}
