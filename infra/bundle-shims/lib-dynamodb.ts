// In every bundle in the place of @aws-sdk/lib-dynamodb: the commands that functions send, with plain documents in the
// places where DynamoDB has typed values. The values themselves are translated by the SDK's own util-dynamodb.
import { marshall, type marshallOptions, unmarshall } from '@aws-sdk/util-dynamodb';
import type { DynamoDBClient } from './client-dynamodb.ts';

type Translate = (document: object) => object;

/** What holds a document, and what holds many, by the names that the API gives them. */
const documents = [
  'Key',
  'Item',
  'ExpressionAttributeValues',
  'ExclusiveStartKey',
  'LastEvaluatedKey',
  'Attributes',
];
const listsOfDocuments = ['Keys', 'Items'];
/** By table. */
const listsByTable = 'Responses';

const mapValues = (value: object, change: (one: unknown, name: string) => unknown): object =>
  Object.fromEntries(Object.entries(value).map(([name, one]) => [name, change(one, name)]));

/** A request or an answer, with its documents translated wherever they stand. */
function translated(value: unknown, name: string, translate: Translate): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (documents.includes(name)) return translate(value);
  if (Array.isArray(value)) {
    return value.map((one) =>
      listsOfDocuments.includes(name) ? translate(one) : translated(one, '', translate),
    );
  }
  return mapValues(value, (one, inner) =>
    translated(one, name === listsByTable ? 'Items' : inner, translate),
  );
}

/** Bytes are base64 in JSON: typed values with each of theirs as the other side has them. Sets of bytes are none's. */
function withBytes(value: unknown, change: (bytes: unknown) => unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withBytes(one, change));
  // A map may have an attribute of this name, too: that is a typed value.
  if ('B' in value && (value.B instanceof Uint8Array || typeof value.B === 'string')) {
    return { B: change(value.B) };
  }
  return mapValues(value, (one) => withBytes(one, change));
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

// What a function does not send is left out of its bundle.
export const BatchGetCommand = /* @__PURE__ */ command('BatchGetItem');
export const GetCommand = /* @__PURE__ */ command('GetItem');
export const PutCommand = /* @__PURE__ */ command('PutItem');
export const QueryCommand = /* @__PURE__ */ command('Query');
export const TransactWriteCommand = /* @__PURE__ */ command('TransactWriteItems');
export const UpdateCommand = /* @__PURE__ */ command('UpdateItem');

interface Translation {
  readonly marshallOptions?: marshallOptions;
}

export class DynamoDBDocumentClient {
  readonly send: (command: Command) => Promise<object>;

  private constructor({ config: { call } }: DynamoDBClient, { marshallOptions }: Translation) {
    const typed: Translate = (document) => Object(withBytes(marshall(document, marshallOptions), toBase64));
    const plain: Translate = (document) => unmarshall({ ...Object(withBytes(document, fromBase64)) });
    this.send = async ({ operation, input }) => {
      const answer = await call(operation, translated(input, '', typed));
      return mapValues(answer, (one, name) => translated(one, name, plain));
    };
  }

  static from(client: DynamoDBClient, translation: Translation = {}): DynamoDBDocumentClient {
    return new DynamoDBDocumentClient(client, translation);
  }
}
