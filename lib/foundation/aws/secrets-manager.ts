// Calls AWS Secrets Manager: https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_Operations.html
import { type Call, type CallLimits, createRetryingClient } from './retrying-client.ts';

const service = {
  name: 'secretsmanager',
  endpointVariable: 'SECRETS_MANAGER',
  targetPrefix: 'secretsmanager',
  version: '1.1',
} as const;

export const connectSecretsManager = (limits: CallLimits): Call => createRetryingClient(service, limits);
