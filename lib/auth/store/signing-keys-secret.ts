// The signing keys' document as a secret of Secrets Manager, for those who change it.
import { randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { KeyStore } from './rotate-signing-keys.ts';

const current = 'AWSCURRENT';
/** A version with no label at all could be deleted before it becomes the current one. */
const proposed = 'PROPOSED';

const connect = () =>
  new SecretsManagerClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });

/**
 * Secrets Manager writes without a condition, but it moves a label only away from the version that it is told: so a new
 * version is put beside the current one, and becomes current if that is still the one that was read. Cut off between
 * the two, nothing has changed. https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_UpdateSecretVersionStage.html
 */
export function secretsManagerKeyStore(secretId: string): KeyStore {
  const client = connect();
  const read: KeyStore['read'] = async () => {
    const { SecretString, VersionId } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    if (SecretString === undefined || VersionId === undefined)
      throw new Error('The secret with the signing keys is empty');
    return { text: SecretString, version: VersionId };
  };
  const put = (text: string, version: string) =>
    client.send(
      new PutSecretValueCommand({
        SecretId: secretId,
        SecretString: text,
        ClientRequestToken: version,
        VersionStages: [proposed],
      }),
    );
  const makeCurrent = (version: string, instead: string) =>
    client.send(
      new UpdateSecretVersionStageCommand({
        SecretId: secretId,
        VersionStage: current,
        MoveToVersionId: version,
        RemoveFromVersionId: instead,
      }),
    );
  const replace: KeyStore['replace'] = async (text, seen) => {
    const version = randomUUID();
    await put(text, version);
    try {
      await makeCurrent(version, seen);
      return true;
    } catch (error) {
      const { version: now } = await read();
      // Refused because another has been faster, or because an earlier attempt was made and its answer lost.
      if (now === seen) throw error;
      return now === version;
    }
  };
  return { read, replace };
}
