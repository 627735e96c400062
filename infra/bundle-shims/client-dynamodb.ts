// Replaces @aws-sdk/client-dynamodb with the parts that functions use. docs/decisions/0024 lists the omitted parts.
import { type Call, type ClientOptions, createRetryingClient } from './retrying-client.ts';

export class TransactionCanceledException extends Error {}
export class ConditionalCheckFailedException extends Error {}

const service = {
  name: 'dynamodb',
  endpointVariable: 'DYNAMODB',
  targetPrefix: 'DynamoDB_20120810',
  version: '1.0',
  errorClasses: { TransactionCanceledException, ConditionalCheckFailedException },
} as const;

export class DynamoDBClient {
  readonly config: { readonly call: Call };

  constructor(options: ClientOptions) {
    this.config = { call: createRetryingClient(service, options) };
  }
}
