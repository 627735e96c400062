import { StageFailure } from '#infra/local/failure.ts';
import { isTransient } from '#lib/foundation/aws/failures.ts';
import type { ErrorKind } from '#lib/foundation/shared/error-codes.ts';
import { DomainError } from '#lib/foundation/shared/errors.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

export interface Failure {
  readonly code: ErrorKind | 'unexpected';
  readonly message: string;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

const awsErrors: Readonly<Record<string, { code: ErrorKind; describe: (message: string) => string }>> = {
  CredentialsProviderError: {
    code: 'unauthenticated',
    describe: () => 'No AWS credentials: set AWS_PROFILE, or AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
  },
  TokenProviderError: { code: 'unauthenticated', describe: (message) => `AWS credentials: ${message}` },
  UnrecognizedClientException: {
    code: 'unauthenticated',
    describe: (message) => `AWS rejected the credentials: ${message}`,
  },
  InvalidSignatureException: {
    code: 'unauthenticated',
    describe: (message) => `AWS rejected the credentials: ${message}`,
  },
  ExpiredTokenException: {
    code: 'unauthenticated',
    describe: (message) => `The AWS credentials have expired: ${message}`,
  },
  AccessDeniedException: { code: 'forbidden', describe: (message) => `AWS denies access: ${message}` },
  ResourceNotFoundException: {
    code: 'notFound',
    describe: (message) =>
      `The ${/secret/i.test(message) ? 'secret with the signing keys' : `table ${process.env.TABLE_NAME}`} does not exist: ` +
      'check that the stage is deployed in this account and region (AWS_REGION)',
  },
};

/** A refused connection causes an AggregateError with an empty message. Its first error contains the reason. */
function reasonOf(cause: unknown): string {
  if (cause instanceof AggregateError && cause.message === '') return reasonOf(cause.errors[0]);
  return cause instanceof Error ? cause.message || cause.name : '';
}

function describeDomainError({ kind: code, message, cause, extras }: DomainError): Failure {
  if (cause !== undefined) return { code, message: `DynamoDB is unavailable: ${oneLine(reasonOf(cause))}` };
  const details = extras.details?.map((detail) => `${detail.path}: ${detail.message}`) ?? [];
  return { code, message: details.length === 0 ? message : details.join('; ') };
}

export function failureOf(error: unknown): Failure {
  if (error instanceof DomainError) return describeDomainError(error);
  if (error instanceof OperatorError) return { code: error.kind, message: error.message };
  if (error instanceof StageFailure) return { code: 'invalid', message: error.message };
  if (!(error instanceof Error)) return { code: 'unexpected', message: oneLine(String(error)) };
  const message = oneLine(error.message);
  if (message === 'Region is missing')
    return {
      code: 'invalid',
      message: 'No AWS region: set AWS_REGION, or AWS_PROFILE to a profile with one',
    };
  const awsError = Object.hasOwn(awsErrors, error.name) ? awsErrors[error.name] : undefined;
  if (awsError !== undefined) return { code: awsError.code, message: awsError.describe(message) };
  if (isTransient(error))
    return { code: 'unavailable', message: `AWS is unavailable: ${oneLine(reasonOf(error))}` };
  return { code: 'unexpected', message: `${error.name}: ${message} (set NODE_DEBUG=operator for details)` };
}
