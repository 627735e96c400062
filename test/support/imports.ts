// Creates and runs imports through the handlers in this process.
import { dataOf } from './answers.ts';
import type { Json } from './json.ts';
import { read } from './orders.ts';
import { send } from './service.ts';
import { continueToCompletion } from './stream.ts';

export const postImport = (token: string, body: object) =>
  send('POST', '/imports', { token, body: { type: 'creators', ...body } });

export const createImport = (token: string, lines: readonly string[], body: object = {}): Promise<Json> =>
  dataOf(postImport(token, { csv: lines.join('\n'), ...body }), 201);

export const startImport = (token: string, id: string, body: object = {}): Promise<Json> =>
  dataOf(send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip', ...body } }));

/** Starts an import, and returns it after the background work. */
export async function runImport(token: string, id: string, body: object = {}): Promise<Json> {
  await startImport(token, id, body);
  await continueToCompletion();
  return read(token, `/imports/${id}`);
}

export const rowsOf = async (token: string, id: string, query = ''): Promise<readonly Json[]> =>
  (await read(token, `/imports/${id}/rows${query}`)).rows;
