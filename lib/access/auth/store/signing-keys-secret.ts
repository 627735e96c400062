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
/** A new version has this label until it becomes current, because Secrets Manager may delete versions without a label. */
const proposedLabel = 'PROPOSED';

const connect = () =>
  new SecretsManagerClient({
    maxAttempts: 4,
    requestHandler: { connectionTimeout: 1000, requestTimeout: 5000, throwOnRequestTimeout: true },
  });

/**
 * Secrets Manager has no conditional write, so `replace` moves the label `AWSCURRENT` from the version that was read to the new
 * one. This fails if another writer has already moved the label:
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
      // If `AWSCURRENT` has moved, another writer was faster, or our own move succeeded and only the retry of the SDK failed.
      if (current === previous) throw error;
      return current === version;
    }
  };
  return { read, replace };
}
