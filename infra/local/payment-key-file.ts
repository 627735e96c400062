import { randomBytes } from 'node:crypto';
import { createFile } from './files.ts';

/** Without this file, the stored payment details of the local stage cannot be read. */
export const ensurePaymentKey = (file: string): void => {
  createFile(file, randomBytes(48).toString('base64url'));
};
