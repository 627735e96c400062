// Defines failures that only the operator's command line shows. They have no code of the API.
import type { ErrorKind } from './error-codes.ts';

export class OperatorError extends Error {
  readonly kind: ErrorKind;

  constructor(kind: ErrorKind, message: string) {
    super(message);
    this.name = 'OperatorError';
    this.kind = kind;
  }
}
