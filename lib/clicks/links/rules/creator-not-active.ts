// Builds the error of a creator who may not change links. Workers that add links import only this rule, without the schemas of requests.
import { conflict, type DomainError } from '#lib/foundation/shared/errors.ts';

export const creatorNotActive = (status: string): DomainError =>
  conflict('status_conflict', `You are ${status}: only an active creator can change links`);
