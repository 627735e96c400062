// Marks the result of a handler as a CSV file, and builds its response.
import { csvType } from '#lib/foundation/shared/csv.ts';

export interface CsvFile {
  /** `type` defaults to that of CSV. */
  readonly [csvFile]: { readonly name: string; readonly text: string; readonly type?: string };
}
export const csvFile = Symbol('csv');
export const csv = (file: CsvFile[typeof csvFile]): CsvFile => ({ [csvFile]: file });
export const isCsv = (result: unknown): result is CsvFile =>
  typeof result === 'object' && result !== null && csvFile in result;

export const fileReply = (statusCode: number, { name, text, type = csvType }: CsvFile[typeof csvFile]) => ({
  statusCode,
  headers: { 'content-type': type, 'content-disposition': `attachment; filename="${name}"` },
  text,
});
