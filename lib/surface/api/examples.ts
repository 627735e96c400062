// Reads the recorded examples of the OpenAPI document: `npm run examples` records them from the situations of the tests.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export interface Example {
  /** With its query. */
  readonly path: string;
  readonly body?: unknown;
  readonly status: number;
  readonly response?: unknown;
  /** The response to a request that creates nothing. */
  readonly unchanged?: unknown;
  /** A body that is not JSON. */
  readonly text?: string;
}

export type Examples = Readonly<Record<string, Example>>;

export const examplesFolder = join(import.meta.dirname, 'examples');

/** The examples of each domain are in a file of their own. Their keys are operation ids. */
export function readExamples(): Examples {
  const files = readdirSync(examplesFolder).filter((file) => file.endsWith('.json'));
  const parsed = files.map((file): Examples => JSON.parse(readFileSync(join(examplesFolder, file), 'utf8')));
  return Object.assign({}, ...parsed);
}

export const eventExamplesFile = join(import.meta.dirname, 'event-examples.json');

/** An example of each type of event. */
export const readEventExamples = (): Readonly<Record<string, unknown>> =>
  JSON.parse(readFileSync(eventExamplesFile, 'utf8'));
