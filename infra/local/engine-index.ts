// Indexes the stream records of the engine. Without the index, a write scans all records, and takes 10 ms after 100,000 changes.
import { DatabaseSync } from 'node:sqlite';

const create = `
  CREATE INDEX IF NOT EXISTS stream_records_by_position
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

export function indexStreamRecords(databaseFile: string): void {
  try {
    const database = new DatabaseSync(databaseFile, { timeout: 2000 });
    database.exec(create);
    database.close();
  } catch {
    // Ignore the error: another engine version may have a different schema, and the index only improves speed.
  }
}
