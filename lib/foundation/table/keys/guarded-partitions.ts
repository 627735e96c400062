// Names the partitions with secrets. Separate from the keys, so that functions do not bundle it.
import { emailPartition, linkKeyPartition } from './email-keys.ts';
import { addressPartition, collectionPartition, loginPartition, signingKeysPartition } from './keys.ts';
import { paymentDetailsPartition } from './payment-keys.ts';
import { webhookSecretPartition } from './webhook-keys.ts';

/**
 * Partitions that the deployment denies to all functions but those that declare them (docs/decisions/0059). In a pattern, `*` is any
 * text. Add each partition with secrets of a login.
 */
export const guardedPartitions = {
  logins: [loginPartition('*'), addressPartition('*')],
  signingKeys: [signingKeysPartition],
  /** A reader of the key can forge one-time links. */
  linkKey: [linkKeyPartition],
  emails: [emailPartition('*')],
  apiKeys: [collectionPartition('*', 'apiKey')],
  /** The accounts and tax numbers of creators. */
  paymentDetails: [paymentDetailsPartition('*')],
  /** A reader of a secret can sign events in the name of the service. */
  webhookSecrets: [webhookSecretPartition('*')],
} as const;

export type GuardedPartition = keyof typeof guardedPartitions;
