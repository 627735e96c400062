// Turns the words of a command into the ids and the input of an operation.
import { parseArgs } from 'node:util';
import { type Action, helpOfAction, UsageError } from './command-actions.ts';

/** The command needs these parts of its process. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  readonly fetch?: (url: string, init: RequestInit) => Promise<Response>;
  readonly read: (path: string) => string;
  readonly print: (text: string) => void;
  readonly warn: (text: string) => void;
}

export const isMany = (type: string): boolean => type.includes('...');
const text = { type: 'string' as const };
const flag = { type: 'boolean' as const };

function parseJson(json: string, name: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    throw new UsageError(`${name} must be JSON, for example '{"source":"fair"}'`);
  }
}

/** A field that accepts a text is sent as it is written, so that `2009` stays an order id and `49.90` an exact amount. */
export function convert(name: string, type: string, value: string): unknown {
  const kinds = type.replace('!', '').split('|');
  if (value === 'null' && kinds.includes('null')) return null;
  if (kinds.includes('<json>')) return parseJson(value, name);
  if (!kinds.includes('<number>') || kinds.includes('<text>')) return value;
  if (value.trim() === '' || Number.isNaN(Number(value))) throw new UsageError(`${name} must be a number`);
  return Number(value);
}

/** `--from` and `--to` of a list mean the time of orders, or else the creation. */
function withNamedTimes(args: readonly string[], { fields }: Action): string[] {
  const names = { from: ['occurredFrom', 'createdFrom'], to: ['occurredTo', 'createdTo'] };
  return args.map((arg) =>
    arg.replace(/^--(from|to)(?==|$)/, (whole, end: 'from' | 'to') => {
      const name = [end, ...names[end]].find((one) => one in fields);
      return name === undefined ? whole : `--${name}`;
    }),
  );
}

function parsed(action: Action, words: readonly string[]) {
  const fields = Object.entries(action.fields).map(([name, type]) => [
    name,
    type.includes('<flag>') ? flag : { ...text, multiple: isMany(type) },
  ]);
  const takes = (word: string) => action.takes.includes(word);
  const options = {
    ...Object.fromEntries(fields),
    ...(takes('list') && { all: flag }),
    ...(takes('body') && { body: text }),
    ...(takes('key') && { idempotencyKey: text }),
  };
  try {
    const args = withNamedTimes(words, action);
    return parseArgs({ args, options, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : error}\n${helpOfAction(action)}`);
  }
}

/** Fields of the command have precedence over those of the file. */
export function requestOf(action: Action, args: readonly string[], read: Surroundings['read']) {
  const { positionals: ids, values } = parsed(action, args);
  if (ids.length !== action.ids.length) throw new UsageError(helpOfAction(action));
  const { all, body, idempotencyKey, ...fields } = values as Record<string, string | string[] | boolean>;
  const own = Object.entries(fields).map(([name, value]) => {
    const of = (one: string) => convert(`--${name}`, action.fields[name] ?? '', one);
    if (Array.isArray(value)) return [name, value.join() === 'null' ? of('null') : value.map(of)];
    return [name, typeof value === 'string' ? of(value) : value];
  });
  const file = body === undefined ? {} : (parseJson(read(String(body)), '--body') as object);
  const options = idempotencyKey === undefined ? {} : { idempotencyKey };
  return { ids, input: { ...file, ...Object.fromEntries(own) }, options, all: all === true };
}
