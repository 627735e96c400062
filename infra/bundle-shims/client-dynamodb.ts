// In every bundle in the place of @aws-sdk/client-dynamodb: what of it functions use, in a tenth of its size.
// docs/decisions/0024 says what it costs and what is not carried.
import { type Call, type ClientOptions, jsonService } from './json-service.ts';

export class TransactionCanceledException extends Error {}
export class ConditionalCheckFailedException extends Error {}

const service = {
  name: 'dynamodb',
  variable: 'DYNAMODB',
  target: 'DynamoDB_20120810',
  version: '1.0',
  failures: { TransactionCanceledException, ConditionalCheckFailedException },
} as const;

export class DynamoDBClient {
  readonly config: { readonly call: Call };

  constructor(options: ClientOptions) {
    this.config = { call: jsonService(service, options) };
  }
}
