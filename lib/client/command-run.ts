// Runs the command of the package. The caller passes what it needs of the process.
import type { AnyCall } from './call.ts';
import { findAction, helpOf, helpOfAction, UsageError } from './command-actions.ts';
import { importCreators } from './command-import.ts';
import { requestOf, type Surroundings } from './command-input.ts';
import { ApiError, ConnectionError, createClient } from './index.ts';

type Method = (...values: unknown[]) => AnyCall & AsyncIterable<unknown>;
interface Answer {
  readonly data?: unknown;
  readonly warnings?: readonly { readonly message: string }[];
  readonly meta?: { readonly cursor?: string | null; readonly hasMore?: boolean };
}

function clientOf({ env, fetch }: Surroundings) {
  const { API_KEY: apiKey, API_URL: baseUrl = 'http://localhost:3000/v1' } = env;
  if (!apiKey)
    throw new UsageError('Set API_KEY to an API key, and API_URL to the address of the API with /v1');
  return createClient({ baseUrl, apiKey, ...(fetch && { fetch }) });
}

/** Lists have one item in each line, for programs such as `jq`. */
function show({ data, meta, warnings = [] }: Answer, { print, warn }: Surroundings): void {
  if (Array.isArray(data)) for (const item of data) print(JSON.stringify(item));
  else if (data !== undefined)
    print(typeof data === 'string' ? data.trimEnd() : JSON.stringify(data, null, 2));
  for (const { message } of warnings) warn(`Warning: ${message}`);
  if (meta?.cursor || meta?.hasMore) warn('There are more items. Add --all');
}

async function runAction([resource, name, ...args]: readonly string[], around: Surroundings): Promise<void> {
  const action = findAction(resource, name);
  const { ids, input, options, all } = requestOf(action, args, around.read);
  const client = clientOf(around) as unknown as Record<string, Record<string, Method>>;
  const values = [
    ...ids,
    ...(action.takes.some((word) => ['body', 'query'].includes(word)) ? [input] : []),
    options,
  ];
  const call = client[action.domain]?.[action.method]?.(...values);
  if (call === undefined) return;
  if (all) for await (const item of call) around.print(JSON.stringify(item));
  else show((await call.withResponse()) as Answer, around);
}

function helpFor([resource = '', name = '-']: readonly string[]): string {
  if (resource === 'creators' && name === 'import') return helpOf('creators');
  return name.startsWith('-') ? helpOf(resource) : helpOfAction(findAction(resource, name));
}

function explain(error: unknown, warn: Surroundings['warn']): number {
  if (!(error instanceof ApiError)) {
    warn(error instanceof Error ? error.message : String(error));
    return error instanceof ConnectionError ? 1 : 2;
  }
  warn(`${error.status} ${error.code ?? ''}: ${error.message}`);
  for (const { path, message } of error.details) warn(`  ${path}: ${message}`);
  if (error.requestId !== undefined) warn(`  Request: ${error.requestId}`);
  return 1;
}

/** Returns the exit code: 1 if the service refused the request or did not answer, 2 if the command is wrong. */
export async function runCommand(args: readonly string[], around: Surroundings): Promise<number> {
  try {
    if (args.includes('--help')) around.print(helpFor(args));
    else if (args[0] !== 'creators' || args[1] !== 'import') await runAction(args, around);
    else return await importCreators(clientOf(around), args.slice(2), around);
    return 0;
  } catch (error) {
    return explain(error, around.warn);
  }
}
