// Reads and replaces the signing keys document in Secrets Manager.
import { randomUUID } from 'node:crypto';
import { connectSecretsManager } from '#lib/foundation/aws/secrets-manager.ts';
import type { KeyStore } from './rotate-signing-keys.ts';

const currentLabel = 'AWSCURRENT';
/** A new version has this label until it becomes current, because Secrets Manager may delete versions without a label. */
const proposedLabel = 'PROPOSED';

const limits = { maxAttempts: 4, connectionTimeout: 1000, requestTimeout: 5000 };

/**
 * Secrets Manager has no conditional write, so `replace` moves the label `AWSCURRENT` from the version that was read to the new
 * one. This fails if another writer has already moved the label:
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_UpdateSecretVersionStage.html
 */
export function secretsManagerKeyStore(secretId: string): KeyStore {
  const call = connectSecretsManager(limits);
  const read: KeyStore['read'] = async () => {
    const { SecretString: text, VersionId: version } = await call('GetSecretValue', { SecretId: secretId });
    if (typeof text !== 'string' || typeof version !== 'string')
      throw new Error('The signing keys secret is empty');
    return { text, version };
  };
  const put = (text: string, version: string) =>
    call('PutSecretValue', {
      SecretId: secretId,
      SecretString: text,
      ClientRequestToken: version,
      VersionStages: [proposedLabel],
    });
  const makeCurrent = (version: string, from: string) =>
    call('UpdateSecretVersionStage', {
      SecretId: secretId,
      VersionStage: currentLabel,
      MoveToVersionId: version,
      RemoveFromVersionId: from,
    });
  const replace: KeyStore['replace'] = async (text, previous) => {
    const version = randomUUID();
    await put(text, version);
    try {
      await makeCurrent(version, previous);
      return true;
    } catch (error) {
      const { version: current } = await read();
      // If `AWSCURRENT` has moved, another writer was faster, or our own move succeeded and only the retry of the client failed.
      if (current === previous) throw error;
      return current === version;
    }
  };
  return { read, replace };
}
