// An index on the engine's own book of stream records. Without it the engine reads that book from end to end at every
// write and every poll, and it never clears it: after some 100,000 changes a write would take 10 ms.
import { DatabaseSync } from 'node:sqlite';

const create = `
  CREATE INDEX IF NOT EXISTS stream_records_by_position
  ON _stream_records (table_name, CAST(sequence_number AS INTEGER))`;

/** Adds the index to a database that the engine has opened. Without it all works, but slower: a failure is no matter. */
export function indexStreamRecords(databaseFile: string): void {
  try {
    const database = new DatabaseSync(databaseFile, { timeout: 2000 });
    database.exec(create);
    database.close();
  } catch {
    // Another version of the engine may keep its records otherwise.
  }
}
