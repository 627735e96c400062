// Deletes the stream records of a deleted table, because a new table with the same name would begin with them.
import { DatabaseSync } from 'node:sqlite';

export function deleteStreamRecords(engineFile: string, tableName: string): void {
  const database = new DatabaseSync(engineFile, { timeout: 10_000 });
  database.prepare('DELETE FROM _stream_records WHERE table_name = ?').run(tableName);
  database.close();
}
