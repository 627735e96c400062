// Sends sequential clicks to the bundled link function and observes its requests to the table.
import { execFile } from 'node:child_process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import type { Seen, StubTable } from './stub-table.ts';

interface Clicks {
  readonly stub: StubTable;
  readonly bundle: string;
  readonly code: string;
  readonly variables: Readonly<Record<string, string>>;
  readonly clicks: number;
}

const eventsModule = pathToFileURL(fileURLToPath(new URL('events.ts', import.meta.url))).href;

/** The script of the child process, which imports the bundle like Lambda does. */
const scriptOf = ({ bundle, code, clicks }: Clicks): string => `
  import { clickEvent } from ${JSON.stringify(eventsModule)};
  const { handler } = await import(${JSON.stringify(pathToFileURL(bundle).href)});
  for (let number = 0; number < ${clicks}; number += 1) {
    const { statusCode } = await handler(clickEvent(${JSON.stringify(code)}, number));
    if (statusCode !== 302) throw new Error('A click returned ' + statusCode);
  }
  process.exit();
`;

/** Returns the number of connections for all clicks, including the warm-up and the read of the target. */
export async function connectionsOfClicks(clicks: Clicks): Promise<number> {
  const before = await clicks.stub.seen();
  const script = ['--input-type=module', '-e', scriptOf(clicks)];
  const cwd = fileURLToPath(new URL('.', import.meta.url));
  await promisify(execFile)(process.execPath, script, {
    cwd,
    env: { ...clicks.variables },
    maxBuffer: 2 ** 24,
  });
  const after = await clicks.stub.seen();
  const written = after.requests - before.requests;
  if (written < clicks.clicks) throw new Error(`${clicks.clicks} clicks sent only ${written} requests`);
  return after.connections - before.connections;
}

/** Returns the last request to the table. */
export async function sentByClick(stub: StubTable): Promise<Seen['last']> {
  const { last } = await stub.seen();
  return last;
}
