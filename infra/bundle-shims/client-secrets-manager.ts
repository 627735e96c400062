// Replaces @aws-sdk/client-secrets-manager for functions that only read the private keys.
import type { Fields } from '#lib/foundation/aws/json-client.ts';
import { type ClientOptions, createRetryingClient } from './retrying-client.ts';

const service = {
  name: 'secretsmanager',
  endpointVariable: 'SECRETS_MANAGER',
  targetPrefix: 'secretsmanager',
  version: '1.1',
} as const;

export class GetSecretValueCommand {
  readonly input: object;

  constructor(input: object) {
    this.input = input;
  }
}

export class SecretsManagerClient {
  readonly send: (command: GetSecretValueCommand) => Promise<Fields>;

  constructor(options: ClientOptions) {
    const call = createRetryingClient(service, options);
    this.send = ({ input }) => call('GetSecretValue', input);
  }
}
