// Any failure as one line that says what to do, and a code for scripts.
import { StageFailure } from '#infra/local/failure.ts';
import { DomainError, type ErrorCode } from '#lib/shared/errors.ts';
import { isTransient } from '#lib/table/failures.ts';

export interface Failure {
  readonly code: ErrorCode | 'unexpected';
  readonly message: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** What AWS says no with, by the exception's name. */
const refusals: Readonly<Record<string, { code: ErrorCode; say: (message: string) => string }>> = {
  CredentialsProviderError: {
    code: 'unauthenticated',
    say: () => 'No AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  TokenProviderError: { code: 'unauthenticated', say: (message) => `AWS credentials: ${message}` },
  UnrecognizedClientException: {
    code: 'unauthenticated',
    say: (message) => `AWS does not accept the credentials: ${message}`,
  },
  InvalidSignatureException: {
    code: 'unauthenticated',
    say: (message) => `AWS does not accept the credentials: ${message}`,
  },
  ExpiredTokenException: {
    code: 'unauthenticated',
    say: (message) => `The AWS credentials have expired: ${message}`,
  },
  AccessDeniedException: { code: 'forbidden', say: (message) => `AWS denies access: ${message}` },
  ResourceNotFoundException: {
    code: 'notFound',
    say: (message) =>
      `There is no ${/secret/i.test(message) ? 'secret with its signing keys' : `table ${process.env.TABLE_NAME}`}: ` +
      'is the stage deployed, in this account and region (AWS_REGION)?',
  },
};

/** A connection refused on every address of a host is an error without a message of its own. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message || cause.name : '';
}

function ofDomain({ code, message, cause, extras }: DomainError): Failure {
  if (cause !== undefined) return { code, message: `The table is busy or away: ${oneLine(reasonOf(cause))}` };
  const details = extras.details?.map((detail) => `${detail.path}: ${detail.message}`) ?? [];
  return { code, message: details.length === 0 ? message : details.join('; ') };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return ofDomain(error);
  if (error instanceof StageFailure) return { code: 'invalid', message: error.message };
  if (!(error instanceof Error)) return { code: 'unexpected', message: oneLine(String(error)) };
  const message = oneLine(error.message);
  if (message === 'Region is missing')
    return {
      code: 'invalid',
      message: 'No AWS region: set AWS_REGION, or AWS_PROFILE to a profile with one',
    };
  const refusal = Object.hasOwn(refusals, error.name) ? refusals[error.name] : undefined;
  if (refusal !== undefined) return { code: refusal.code, message: refusal.say(message) };
  if (isTransient(error))
    return { code: 'unavailable', message: `AWS is busy or away: ${oneLine(reasonOf(error))}` };
  return { code: 'unexpected', message: `${error.name}: ${message} (NODE_DEBUG=operator shows more)` };
}
