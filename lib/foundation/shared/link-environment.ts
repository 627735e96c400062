// Parses the environment variables of the tracking link once at start. `environment.ts` adds those of the other functions.
// This file must not import zod, because zod slows down the cold start of the tracking link.

import { logLevels } from './log-lines.ts';
import { clickRetentionDays } from './retention.ts';

type Reader<Value> = (text: string | undefined) => Value;

export const text =
  (minLength: number): Reader<string | undefined> =>
  (value) => {
    if (value !== undefined && value.length < minLength)
      throw new Error(`Must have at least ${minLength} characters`);
    return value;
  };

export const url: Reader<string | undefined> = (value) => {
  if (value !== undefined && !URL.canParse(value)) throw new Error('Must be a URL');
  return value;
};

export const oneOf =
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

type Readers = Readonly<Record<string, Reader<unknown>>>;

type ValuesOf<Given extends Readers> = { readonly [Name in keyof Given]: ReturnType<Given[Name]> };

/** Throws an error that names all invalid variables. */
export function parseEnvironment<Given extends Readers>(readers: Given): ValuesOf<Given> {
  const problems: string[] = [];
  const values = Object.entries(readers).map(([name, read]) => {
    try {
      return [name, read(process.env[name])];
    } catch (error) {
      problems.push(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      return [name, undefined];
    }
  });
  if (problems.length > 0) throw new Error(`Invalid environment variables. ${problems.join('; ')}`);
  return Object.fromEntries(values);
}

export const linkEnvironment = parseEnvironment({
  STAGE: (value) => text(1)(value) ?? 'local',
  /** The git commit of the sources. */
  COMMIT: (value) => text(1)(value) ?? 'unknown',
  TABLE_NAME: required(text(3)),
  DYNAMODB_ENDPOINT: url,
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
  LOG_LEVEL: oneOf(logLevels, 'INFO'),
  METRICS: oneOf(['on', 'off'], 'on'),
});
