// Adds the recorded examples to the operations of the OpenAPI document.
import type { Example, Examples } from './examples.ts';
import type { ApiDocument, Media, Operation } from './json-schema.ts';

/** `GET /affiliates/{id}` as a command line, because an operation without a body has no other place for an example request. */
function curl(method: string, { path, body }: Example): string {
  const verb =
    { get: '', head: ' --head', post: body === undefined ? ' -X POST' : '' }[method] ??
    ` -X ${method.toUpperCase()}`;
  const parts = [`curl${verb} "$API${path}"`, `-H "authorization: Bearer $TOKEN"`];
  if (body !== undefined) {
    const json = JSON.stringify(body, null, 2).replaceAll("'", "'\\''").replaceAll('\n', '\n  ');
    parts.push("-H 'content-type: application/json'", `-d '${json}'`);
  }
  return parts.join(' \\\n  ');
}

function setExample(media: Media | undefined, example: unknown): void {
  if (media !== undefined && example !== undefined) media.example = example;
}

function addExample(operation: Operation, method: string, example: Example): void {
  const { requestBody, responses } = operation;
  const { content = {} } = responses[example.status] ?? {};
  setExample(requestBody?.content['application/json'], example.body);
  setExample(content['application/json'], example.response);
  setExample(responses['200']?.content?.['application/json'], example.unchanged);
  setExample(content['text/csv'] ?? content['text/html'], example.text);
  operation['x-codeSamples'] = [{ lang: 'Shell', label: 'curl', source: curl(method, example) }];
}

/** A HEAD request has the example of its GET request. */
export function addExamples({ paths }: ApiDocument, examples: Examples): void {
  for (const operations of Object.values(paths)) {
    for (const [method, operation] of Object.entries(operations)) {
      const example = examples[operation.operationId.replace(/\.head$/, '')];
      if (example !== undefined) addExample(operation, method, example);
    }
  }
}
