// Replaces @aws-sdk/lib-dynamodb with the commands that functions use. The SDK's util-dynamodb converts the values.
import { marshall, type marshallOptions, unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBClient } from './client-dynamodb.ts';

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

const toBase64 = (bytes: unknown): unknown =>
  bytes instanceof Uint8Array ? Buffer.from(bytes).toString('base64') : bytes;
const fromBase64 = (text: unknown): unknown => Uint8Array.from(Buffer.from(String(text), 'base64'));

interface Command {
  readonly operation: string;
  readonly input: object;
}

const command = (operation: string) =>
  class implements Command {
    readonly operation = operation;
    readonly input: object;

    constructor(input: object) {
      this.input = input;
    }
  };

export const BatchGetCommand = /* @__PURE__ */ command('BatchGetItem');
export const GetCommand = /* @__PURE__ */ command('GetItem');
export const PutCommand = /* @__PURE__ */ command('PutItem');
export const QueryCommand = /* @__PURE__ */ command('Query');
export const ScanCommand = /* @__PURE__ */ command('Scan');
export const TransactWriteCommand = /* @__PURE__ */ command('TransactWriteItems');
export const UpdateCommand = /* @__PURE__ */ command('UpdateItem');

interface TranslateConfig {
  readonly marshallOptions?: marshallOptions;
}

export class DynamoDBDocumentClient {
  readonly send: (command: Command) => Promise<object>;

  private constructor({ config: { call } }: DynamoDBClient, { marshallOptions }: TranslateConfig) {
    const toTyped: Translate = (document) =>
      Object(convertBytes(marshall(document, marshallOptions), toBase64));
    const toPlain: Translate = (document) => unmarshall({ ...Object(convertBytes(document, fromBase64)) });
    this.send = async ({ operation, input }) => {
      const output = await call(operation, translateDocuments(input, '', toTyped));
      return mapValues(output, (one, name) => translateDocuments(one, name, toPlain));
    };
  }

  static from(client: DynamoDBClient, config: TranslateConfig = {}): DynamoDBDocumentClient {
    return new DynamoDBDocumentClient(client, config);
  }
}
