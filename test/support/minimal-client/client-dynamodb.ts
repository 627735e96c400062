// Replaces @aws-sdk/client-dynamodb in the functional tests with the client that Lambda runs, and adds the operations on tables.
import {
  ConditionalCheckFailedException,
  TransactionCanceledException,
} from '#infra/bundle-shims/client-dynamodb.ts';
import { type Call, type ClientOptions, createRetryingClient } from '#infra/bundle-shims/retrying-client.ts';
import type { Credentials } from '#lib/foundation/aws/credentials.ts';
import { type Command, commandClass } from './command.ts';

export { ConditionalCheckFailedException, TransactionCanceledException };
export class ResourceInUseException extends Error {}

const service = {
  name: 'dynamodb',
  endpointVariable: 'DYNAMODB',
  targetPrefix: 'DynamoDB_20120810',
  version: '1.0',
  errorClasses: { ConditionalCheckFailedException, ResourceInUseException, TransactionCanceledException },
} as const;

interface LocalClientOptions extends ClientOptions {
  readonly endpoint: string;
  readonly region: string;
  readonly credentials: Credentials;
}

export class DynamoDBClient {
  readonly config: { readonly call: Call };
  readonly send: (command: Command) => Promise<object>;

  constructor({ endpoint, region, credentials, ...options }: LocalClientOptions) {
    const config = { address: new URL(endpoint), region, credentials: () => credentials };
    const call = createRetryingClient(service, options, config);
    this.config = { call };
    this.send = ({ operation, input }) => call(operation, input);
  }
}

export const CreateTableCommand = commandClass('CreateTable');
export const DeleteTableCommand = commandClass('DeleteTable');
export const DescribeTableCommand = commandClass('DescribeTable');
export const UpdateTableCommand = commandClass('UpdateTable');
export const UpdateTimeToLiveCommand = commandClass('UpdateTimeToLive');
export const ScanCommand = commandClass('Scan');
