// Reads and replaces the signing keys document in Secrets Manager.
import { randomUUID } from 'node:crypto';
import {
  GetSecretValueCommand,
  PutSecretValueCommand,
  SecretsManagerClient,
  UpdateSecretVersionStageCommand,
} from '@aws-sdk/client-secrets-manager';
import type { KeyStore } from './rotate-signing-keys.ts';

const currentLabel = 'AWSCURRENT';
/** Secrets Manager may delete a version without a label before it becomes current. */
const proposedLabel = 'PROPOSED';

const connect = () =>
  new SecretsManagerClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });

/**
 * Secrets Manager has no conditional write, but it moves a label only from a given version.
 * https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_UpdateSecretVersionStage.html
 */
export function secretsManagerKeyStore(secretId: string): KeyStore {
  const client = connect();
  const read: KeyStore['read'] = async () => {
    const { SecretString, VersionId } = await client.send(new GetSecretValueCommand({ SecretId: secretId }));
    if (SecretString === undefined || VersionId === undefined)
      throw new Error('The signing keys secret is empty');
    return { text: SecretString, version: VersionId };
  };
  const put = (text: string, version: string) =>
    client.send(
      new PutSecretValueCommand({
        SecretId: secretId,
        SecretString: text,
        ClientRequestToken: version,
        VersionStages: [proposedLabel],
      }),
    );
  const makeCurrent = (version: string, from: string) =>
    client.send(
      new UpdateSecretVersionStageCommand({
        SecretId: secretId,
        VersionStage: currentLabel,
        MoveToVersionId: version,
        RemoveFromVersionId: from,
      }),
    );
  const replace: KeyStore['replace'] = async (text, previous) => {
    const version = randomUUID();
    await put(text, version);
    try {
      await makeCurrent(version, previous);
      return true;
    } catch (error) {
      const { version: current } = await read();
      // Another writer was faster, or an SDK retry failed because the first attempt had succeeded.
      if (current === previous) throw error;
      return current === version;
    }
  };
  return { read, replace };
}
