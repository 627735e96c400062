// Creates and runs reconciliations through the handlers in this process.
import { dataOf } from './answers.ts';
import type { Json } from './json.ts';
import { readPage } from './lists.ts';
import { read } from './orders.ts';
import { send } from './service.ts';
import { continueToCompletion } from './stream.ts';

export const postReconciliation = (token: string, connectionId: string, body: object) =>
  send('POST', `/connections/${connectionId}/reconciliations`, { token, body });

/** Returns the reconciliation after the comparison. */
export async function reconcile(token: string, connectionId: string, body: object): Promise<Json> {
  const { id } = await dataOf(postReconciliation(token, connectionId, body), 201);
  await continueToCompletion();
  return read(token, `/connections/${connectionId}/reconciliations/${id}`);
}

const pathOf = ({ id, connectionId }: Json): string => `/connections/${connectionId}/reconciliations/${id}`;

/** Returns all differences, also of several pages. */
export async function differencesOf(token: string, reconciliation: Json, query = {}): Promise<Json[]> {
  const found: Json[] = [];
  let cursor: string | null = null;
  do {
    const page: Json = await readPage(token, `${pathOf(reconciliation)}/differences`, {
      ...{ limit: 100, ...query },
      ...(cursor !== null && { cursor }),
    });
    found.push(...page.items);
    cursor = page.cursor;
  } while (cursor !== null);
  return found;
}

export const postApply = (token: string, reconciliation: Json, body: object = {}) =>
  send('POST', `${pathOf(reconciliation)}/apply`, { token, body });

/** Returns the reconciliation after the differences were applied. */
export async function applyDifferences(
  token: string,
  reconciliation: Json,
  body: object = {},
): Promise<Json> {
  await dataOf(postApply(token, reconciliation, body));
  await continueToCompletion();
  return read(token, pathOf(reconciliation));
}

export const csvOf = (
  columns: readonly string[],
  rows: readonly Readonly<Record<string, string | number | undefined>>[],
  separator = ',',
): string => {
  const quoted = (value: string | number | undefined) => `"${String(value ?? '').replaceAll('"', '""')}"`;
  const lines = rows.map((row) => columns.map((column) => quoted(row[column])).join(separator));
  return [columns.join(separator), ...lines].join('\n');
};
