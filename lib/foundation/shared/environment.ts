// Parses the environment variables once at start.
// This file must not import zod, because zod slows down the cold start of the tracking link.

import { logLevels } from './log-lines.ts';
import { clickRetentionDays } from './retention.ts';

type Variables = Readonly<Record<string, string | undefined>>;

type Reader<Value> = (text: string | undefined) => Value;

const text =
  (minLength: number): Reader<string | undefined> =>
  (value) => {
    if (value !== undefined && value.length < minLength)
      throw new Error(`Must have at least ${minLength} characters`);
    return value;
  };

const url: Reader<string | undefined> = (value) => {
  if (value !== undefined && !URL.canParse(value)) throw new Error('Must be a URL');
  return value;
};

const oneOf =
  <const Value extends string>(values: readonly Value[], defaultValue: Value): Reader<Value> =>
  (value) => {
    const found = values.find((candidate) => candidate === (value ?? defaultValue));
    if (found === undefined) throw new Error(`Must be one of ${values.join(', ')}`);
    return found;
  };

const wholeNumber =
  (min: number, max: number, defaultValue: number): Reader<number> =>
  (value = String(defaultValue)) => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max)
      throw new Error(`Must be a whole number from ${min} to ${max}`);
    return number;
  };

const required =
  (read: Reader<string | undefined>): Reader<string> =>
  (value) => {
    if (value === undefined) throw new Error('Must be set');
    return read(value) ?? value;
  };

const readers = {
  STAGE: (value) => text(1)(value) ?? 'local',
  TABLE_NAME: required(text(3)),
  DYNAMODB_ENDPOINT: url,
  /** The private keys are in Secrets Manager or in a local file. Only functions that sign tokens or rotate keys have either variable. */
  SIGNING_KEYS_SECRET: text(1),
  SIGNING_KEYS_FILE: text(1),
  DEAD_LETTERS_QUEUE: url,
  DEAD_LETTERS_FILE: text(1),
  /** The files of exports are in a bucket, or in a local directory whose URLs have a signature with the secret. */
  EXPORTS_BUCKET: text(3),
  EXPORTS_DIRECTORY: text(1),
  EXPORTS_URL: url,
  EXPORTS_SECRET: text(1),
  /** The sender of e-mails. A stage without a sender sends none. */
  EMAIL_FROM: text(3),
  WEBHOOK_QUEUE: url,
  /** Receives the log lines of clicks that could not be stored. */
  CLICK_QUEUE: url,
  EMAIL_QUEUE: url,
  EXPORT_QUEUE: url,
  PAYOUT_QUEUE: url,
  ERASURE_QUEUE: url,
  /** On a local machine, e-mails are files in this directory. */
  EMAIL_DIRECTORY: text(1),
  /** The address of the API, ending in `/v1`. Tracking links and the links of e-mails begin with it. */
  API_URL: url,
  /** At least 2, because a visit must outlive its changes in the stream (24 hours) and the daily salt of its hash (two days). */
  CLICK_RETENTION_DAYS: wholeNumber(2, 3650, clickRetentionDays),
  /** The values that CloudFront sends to prove that a request came through it: the current one, its predecessor and its successor, separated by commas. */
  ORIGIN_SECRETS: text(32),
  /** Requests that do not come through CloudFront are accepted while the name of the API moves to it. */
  DIRECT_REQUESTS: oneOf(['refused', 'accepted'], 'refused'),
  /** A stage that is read-only refuses changes, and its links log the clicks. */
  WRITES: oneOf(['on', 'off'], 'on'),
  /**
   * Once the target of a link is cached, the redirect waits at most this long for the table, so that visitors arrive within 300 ms.
   */
  LINK_TABLE_MILLISECONDS: wholeNumber(10, 10_000, 250),
  /** Tests and benchmarks send more requests than a plan allows. */
  REQUEST_LIMITS: oneOf(['on', 'off'], 'on'),
  LOG_LEVEL: oneOf(logLevels, 'INFO'),
  METRICS: oneOf(['on', 'off'], 'on'),
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
  if (problems.length > 0) throw new Error(`Invalid environment variables. ${problems.join('; ')}`);
  return Object.fromEntries(values);
}

export const environment = parseEnvironment(process.env);
