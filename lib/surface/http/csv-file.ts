// Marks the result of a handler as a CSV file.

export interface CsvFile {
  readonly [csvFile]: { readonly name: string; readonly text: string };
}
export const csvFile = Symbol('csv');
export const csv = (file: CsvFile[typeof csvFile]): CsvFile => ({ [csvFile]: file });
export const isCsv = (result: unknown): result is CsvFile =>
  typeof result === 'object' && result !== null && csvFile in result;
