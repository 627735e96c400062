import {
  ListSecretsCommand,
  type SecretListEntry,
  SecretsManagerClient,
} from '@aws-sdk/client-secrets-manager';
import { signingKeysTag } from '#infra/tags.ts';
import type { KeyStore } from '#lib/access/auth/store/rotate-signing-keys.ts';
import { secretsManagerKeyStore } from '#lib/access/auth/store/signing-keys-secret.ts';
import { OperatorError } from '#lib/foundation/shared/operator-error.ts';

async function taggedSecrets(tag: string, stageName: string): Promise<readonly SecretListEntry[]> {
  const client = new SecretsManagerClient();
  const found: SecretListEntry[] = [];
  let NextToken: string | undefined;
  do {
    // These filters match prefixes, so the value is compared again below: `prod` also finds `prod-eu`.
    const Filters = [
      { Key: 'tag-key' as const, Values: [tag] },
      { Key: 'tag-value' as const, Values: [stageName] },
    ];
    const page = await client.send(new ListSecretsCommand({ Filters, NextToken }));
    found.push(...(page.SecretList ?? []));
    NextToken = page.NextToken;
  } while (NextToken !== undefined);
  return found.filter(({ Tags = [] }) => Tags.some(({ Key, Value }) => Key === tag && Value === stageName));
}

/** Throws `notFound` if the stage has no secret, and `conflict` if it has several, for example after a redeployment. */
export async function deployedKeyStore(stageName: string, tag: string = signingKeysTag): Promise<KeyStore> {
  const secrets = await taggedSecrets(tag, stageName);
  const [secret] = secrets;
  if (secret?.ARN === undefined)
    throw new OperatorError(
      'notFound',
      `No secret has the tag ${tag} = ${stageName}: check that the stage is deployed in this account and region (AWS_REGION)`,
    );
  if (secrets.length > 1)
    throw new OperatorError(
      'conflict',
      `Several secrets have the tag ${tag} = ${stageName}: remove it from those that no stack uses (${secrets
        .map(({ Name }) => Name)
        .join(', ')})`,
    );
  return secretsManagerKeyStore(secret.ARN);
}
