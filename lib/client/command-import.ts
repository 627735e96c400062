// Invites the creators of a CSV file. Repeating the import of a file invites nobody twice.
import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { parse } from 'csv-parse/sync';
import { findAction, UsageError } from './command-actions.ts';
import { convert, isMany, type Surroundings } from './command-input.ts';
import type { BulkInvitation, Client } from './generated/types.ts';

const chunkSize = 100;
const settings = { columns: true, bom: true, skip_empty_lines: true, trim: true, info: true } as const;

interface Row {
  readonly record: Readonly<Record<string, string>>;
  readonly info: { readonly lines: number };
}

function rowsOf(text: string): readonly Row[] {
  // Spreadsheets in countries with a decimal comma separate cells with semicolons.
  const delimiter = /^[^,\n]*;/.test(text) ? ';' : ',';
  try {
    return parse(text, { ...settings, delimiter }) as unknown as readonly Row[];
  } catch (error) {
    throw new UsageError(`The file must be CSV with a line of headings. ${error}`);
  }
}

function invitationOf({ record, info }: Row): BulkInvitation {
  const { fields } = findAction('creators', 'invite');
  const cells = Object.entries(record).map(([column, text]) => {
    const type = fields[column];
    if (type === undefined)
      throw new UsageError(`Unknown column ${column}. Use ${Object.keys(fields).join(', ')}`);
    if (text === '') return [column, undefined];
    return [column, isMany(type) ? text.split(/\s+/) : convert(`Line ${info.lines}: ${column}`, type, text)];
  });
  return Object.fromEntries(cells);
}

/** Returns the exit code. Another `--idempotencyKey` makes the service look again at rows that failed within a day. */
export async function importCreators(client: Client, args: readonly string[], around: Surroundings) {
  const options = { idempotencyKey: { type: 'string' as const, default: '' } };
  const { positionals, values } = parseArgs({ args: [...args], options, allowPositionals: true });
  const [path = '', ...others] = positionals;
  if (path === '' || others.length > 0) throw new UsageError('Write creators import <file.csv>');
  const rows = rowsOf(around.read(path)).map((row) => ({ ...row.info, invitation: invitationOf(row) }));
  let failed = 0;
  for (let start = 0; start < rows.length; start += chunkSize) {
    const chunk = rows.slice(start, start + chunkSize);
    const input = { affiliates: chunk.map(({ invitation }) => invitation) };
    const content = `${values.idempotencyKey}\n${JSON.stringify(input)}`;
    const idempotencyKey = `import-${createHash('sha256').update(content).digest('hex')}`;
    for (const result of await client.affiliates.createBulk(input, { idempotencyKey })) {
      if ('affiliate' in result) around.print(JSON.stringify(result.affiliate));
      else {
        failed += 1;
        const { code, message } = result.error;
        around.warn(`Line ${chunk[result.index]?.lines}: ${code}: ${message}`);
      }
    }
  }
  around.warn(`Invited: ${rows.length - failed}. Failed: ${failed}.`);
  return failed === 0 ? 0 : 1;
}
