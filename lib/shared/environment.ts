// What the process is told from outside, parsed once at start with a message for whatever is wrong. Without zod: the
// tracking link's function has no room for it.

import { logLevels } from './log-lines.ts';
import { clickRetentionDays } from './retention.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/** Reads one variable: `undefined` where it is not set; throws what is wrong with it. */
type Reader<Value> = (text: string | undefined) => Value;

const text =
  (atLeast: number): Reader<string | undefined> =>
  (value) => {
    if (value !== undefined && value.length < atLeast)
      throw new Error(`Must have at least ${atLeast} characters`);
    return value;
  };

const url: Reader<string | undefined> = (value) => {
  if (value !== undefined && !URL.canParse(value)) throw new Error('Must be an address');
  return value;
};

const oneOf =
  <const Value extends string>(values: readonly Value[], otherwise: Value): Reader<Value> =>
  (value) => {
    const found = values.find((candidate) => candidate === (value ?? otherwise));
    if (found === undefined) throw new Error(`Must be one of ${values.join(', ')}`);
    return found;
  };

const wholeNumber =
  (min: number, max: number, otherwise: number): Reader<number> =>
  (value = String(otherwise)) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`Must be a whole number from ${min} to ${max}`);
    return number;
  };

const required =
  (read: Reader<string | undefined>): Reader<string> =>
  (value) => {
    if (value === undefined) throw new Error('Is missing');
    return read(value) ?? value;
  };

const readers = {
  STAGE: (value) => text(1)(value) ?? 'local',
  TABLE_NAME: required(text(3)),
  /** A DynamoDB other than the region's own. */
  DYNAMODB_ENDPOINT: url,
  /** Where the keys that sign tokens are: a secret of Secrets Manager, or a file. Public endpoints need neither. */
  SIGNING_KEYS_SECRET: text(1),
  SIGNING_KEYS_FILE: text(1),
  /** Where stream functions set aside what they cannot handle: the address of a queue of SQS, or a file. */
  DEAD_LETTERS_QUEUE: url,
  DEAD_LETTERS_FILE: text(1),
  /** How long clicks are kept after their day. At least until the stream has let go of them. */
  CLICK_RETENTION_DAYS: wholeNumber(2, 3650, clickRetentionDays),
  /** The header, in lower case, in which what stands before the stage says where a visitor is from. */
  COUNTRY_HEADER: text(1),
  /** How long a link waits for the table, all in all, before it redirects without: people are to be there within 300 ms. */
  LINK_TABLE_MILLISECONDS: wholeNumber(10, 10_000, 250),
  /** The least important lines that are written to the log. */
  LOG_LEVEL: oneOf(logLevels, 'INFO'),
  /** `off` where nobody reads what is counted: tests and the local stage. */
  METRICS: oneOf(['on', 'off'], 'on'),
  /** `on` where answers are checked against the contract before they leave: tests and the local stage. */
  VALIDATE_ANSWERS: oneOf(['on', 'off'], 'off'),
} satisfies Readonly<Record<string, Reader<unknown>>>;

type Environment = { readonly [Name in keyof typeof readers]: ReturnType<(typeof readers)[Name]> };

function parseEnvironment(variables: Variables): Environment {
  const problems: string[] = [];
  const values = Object.entries<Reader<unknown>>(readers).map(([name, read]) => {
    try {
      return [name, read(variables[name])];
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new Error(`The environment is incomplete. ${problems.join('; ')}`);
  return Object.fromEntries(values);
}

export const environment = parseEnvironment(process.env);
