// What the emulator refuses, although AWS accepts it.
import type { ExpectedFailure } from '../rehearsal.ts';

export const serviceQuotas: ExpectedFailure = {
  because: 'The emulator has no Service Quotas',
  error: /An error occurred \(\d+\) when calling the ListServiceQuotas operation/,
};

export const messageMoves: ExpectedFailure = {
  because: 'The emulator cannot move messages',
  error: /\(InvalidAction\) when calling the StartMessageMoveTask operation/,
};

/** Returns the failure of an operation of AWS Backup. */
export const ofBackup = (operation: string): ExpectedFailure => ({
  because: 'AWS Backup of the emulator lacks the operation',
  error: new RegExp(`when calling the ${operation} operation`),
});

export const backupSelection: ExpectedFailure = {
  because: 'CloudFormation of the emulator lacks the resource',
  error: /Unrecognized resource types: \[AWS::Backup::BackupSelection\]/,
};

export const requestsToCloudFront: ExpectedFailure = {
  because: 'The emulator stores a distribution, and does not run it',
  error: /cloudfront\.net\/v1\S* did not respond/,
};
