// Calls DynamoDB with plain documents: https://docs.aws.amazon.com/amazondynamodb/latest/APIReference/API_Operations_Amazon_DynamoDB.html
// The inputs and outputs are those of the SDK's document client. docs/decisions/0024 says why functions do not contain the SDK.
import type * as Tables from '@aws-sdk/client-dynamodb';
import type * as Documents from '@aws-sdk/lib-dynamodb';
import { marshall, type marshallOptions, unmarshall } from '@aws-sdk/util-dynamodb';
import type { EndpointConfig } from './json-client.ts';
import { type CallLimits, createRetryingClient } from './retrying-client.ts';

interface Operations {
  readonly BatchGetItem: readonly [Documents.BatchGetCommandInput, Documents.BatchGetCommandOutput];
  readonly BatchWriteItem: readonly [Documents.BatchWriteCommandInput, Documents.BatchWriteCommandOutput];
  readonly CreateTable: readonly [Tables.CreateTableCommandInput, Tables.CreateTableCommandOutput];
  readonly DeleteItem: readonly [Documents.DeleteCommandInput, Documents.DeleteCommandOutput];
  readonly DeleteTable: readonly [Tables.DeleteTableCommandInput, Tables.DeleteTableCommandOutput];
  readonly DescribeTable: readonly [Tables.DescribeTableCommandInput, Tables.DescribeTableCommandOutput];
  readonly GetItem: readonly [Documents.GetCommandInput, Documents.GetCommandOutput];
  readonly PutItem: readonly [Documents.PutCommandInput, Documents.PutCommandOutput];
  readonly Query: readonly [Documents.QueryCommandInput, Documents.QueryCommandOutput];
  readonly Scan: readonly [Documents.ScanCommandInput, Documents.ScanCommandOutput];
  readonly TransactWriteItems: readonly [
    Documents.TransactWriteCommandInput,
    Documents.TransactWriteCommandOutput,
  ];
  readonly UpdateItem: readonly [Documents.UpdateCommandInput, Documents.UpdateCommandOutput];
  readonly UpdateTable: readonly [Tables.UpdateTableCommandInput, Tables.UpdateTableCommandOutput];
  readonly UpdateTimeToLive: readonly [
    Tables.UpdateTimeToLiveCommandInput,
    Tables.UpdateTimeToLiveCommandOutput,
  ];
}

export type Operation = keyof Operations;

interface DynamoDb {
  /** Throws errors with the names of the SDK. */
  readonly send: <Name extends Operation>(
    operation: Name,
    input: Operations[Name][0],
  ) => Promise<Omit<Operations[Name][1], '$metadata'>>;
}

type Document = Record<string, unknown>;

interface CancellationReason {
  readonly Code?: string;
  readonly Item?: Document;
}

export class TransactionCanceledException extends Error {
  readonly CancellationReasons?: readonly CancellationReason[];
}

export class ConditionalCheckFailedException extends Error {
  readonly Item?: Document;
}

const service = {
  name: 'dynamodb',
  endpointVariable: 'DYNAMODB',
  targetPrefix: 'DynamoDB_20120810',
  version: '1.0',
  errorClasses: { TransactionCanceledException, ConditionalCheckFailedException },
} as const;

type Translate = (document: object) => object;

const documentFields = [
  'Key',
  'Item',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'Attributes',
];
const documentListFields = ['Keys', 'Items'];
const documentListsByTable = 'Responses';

const mapValues = (value: object, change: (one: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));

function translateDocuments(value: unknown, name: string, translate: Translate): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (documentFields.includes(name)) return translate(value);
  if (Array.isArray(value)) {
    return value.map((one) =>
      documentListFields.includes(name) ? translate(one) : translateDocuments(one, '', translate),
    );
  }
  return mapValues(value, (one, inner) =>
    translateDocuments(one, name === documentListsByTable ? 'Items' : inner, translate),
  );
}

type Change = (bytes: unknown) => unknown;

/** Converts binary values, which JSON carries as base64. Binary sets are not supported. Copies only what contains binary values. */
function convertBytes(value: unknown, change: Change): unknown {
  if (typeof value !== 'object' || value === null) return value;
  // Check the type of the value too: a map may have an attribute named B, but its value is then an object such as `{ S: 'text' }`.
  if ('B' in value && (value.B instanceof Uint8Array || typeof value.B === 'string')) {
    return { B: change(value.B) };
  }
  const changed: [string, unknown][] = [];
  for (const [name, one] of Object.entries(value)) {
    const converted = convertBytes(one, change);
    if (converted !== one) changed.push([name, converted]);
  }
  if (changed.length === 0) return value;
  return Object.assign(Array.isArray(value) ? [...value] : { ...value }, Object.fromEntries(changed));
}

const toBase64: Change = (bytes) =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : bytes;
const fromBase64: Change = (text) => Uint8Array.from(Buffer.from(String(text), 'base64'));

const marshalling: marshallOptions = {
  removeUndefinedValues: true,
  // The SDK takes metadata with the key `constructor` for an instance of a class.
  convertClassInstanceToMap: true,
};

const toTyped: Translate = (document) => Object(convertBytes(marshall(document, marshalling), toBase64));
const toPlain: Translate = (document) => unmarshall({ ...Object(convertBytes(document, fromBase64)) });
const plainFields = (fields: object): object =>
  mapValues(fields, (one, name) => translateDocuments(one, name, toPlain));

/** Only these errors have documents. */
const isRefusal = (error: unknown): error is Error =>
  error instanceof TransactionCanceledException || error instanceof ConditionalCheckFailedException;

export function createDynamoDb(limits: CallLimits, endpoint?: EndpointConfig): DynamoDb {
  const call = createRetryingClient(service, limits, endpoint);
  return {
    send: async (operation, input) => {
      try {
        return Object(plainFields(await call(operation, translateDocuments(input, '', toTyped))));
      } catch (error) {
        if (isRefusal(error)) Object.assign(error, plainFields(error));
        throw error;
      }
    },
  };
}
