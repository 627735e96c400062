// Without this index every write and poll scans all stream records: 10 ms per write after 100,000 changes.
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
    // Another engine version may have a different schema, and the index only improves speed.
  }
}
