// In the place of @aws-sdk/client-secrets-manager, where a function does no more than read the signing keys.
import type { Fields } from '#lib/aws/json-protocol.ts';
import { type ClientOptions, jsonService } from './json-service.ts';

const service = {
  name: 'secretsmanager',
  variable: 'SECRETS_MANAGER',
  target: 'secretsmanager',
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
    const call = jsonService(service, options);
    this.send = ({ input }) => call('GetSecretValue', input);
  }
}
