// Fakes the Secrets Manager actions that the signing keys need, over HTTP. Version labels follow
// https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_UpdateSecretVersionStage.html
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json as jsonOf } from 'node:stream/consumers';
import { afterAll } from 'vitest';
import type { Json } from '#test/support/json.ts';

interface Version {
  readonly id: string;
  readonly text: string;
  readonly labels: Set<string>;
}

export interface FakeSecret {
  readonly ARN: string;
  readonly Name: string;
  readonly Tags: readonly { readonly Key: string; readonly Value: string }[];
  readonly versions: Version[];
}

class Refusal extends Error {}
const refuse = (name: string): never => {
  throw Object.assign(new Refusal(name), { name });
};

/** Intercepts an action, which `call` executes. A thrown error becomes the response. */
type Around = (action: string, call: () => Json) => Promise<Json>;

export interface FakeSecretsManager {
  /** The environment variables that point the SDK to the fake. */
  readonly environment: Readonly<Record<string, string>>;
  readonly calls: string[];
  around: Around;
  add(name: string, text: string, tags?: FakeSecret['Tags']): FakeSecret;
}

export const currentValueOf = ({ versions }: FakeSecret): string =>
  versions.find(({ labels }) => labels.has('AWSCURRENT'))?.text ?? '';

export const passThrough: Around = async (_, call) => call();

/** An error of Secrets Manager: status 400, or 500 for `InternalServiceError`. */
export const serviceError = (name: string): Error => Object.assign(new Refusal(name), { name });

function moveLabel(versions: readonly Version[], label: string, to: Version): void {
  for (const { labels } of versions) {
    if (!labels.delete(label) || label !== 'AWSCURRENT') continue;
    for (const version of versions) version.labels.delete('AWSPREVIOUS');
    labels.add('AWSPREVIOUS');
  }
  to.labels.add(label);
}

const actions: Readonly<Record<string, (secret: FakeSecret, input: Json) => Json>> = {
  GetSecretValue: ({ ARN, versions }) => {
    const current = versions.find(({ labels }) => labels.has('AWSCURRENT'));
    return { ARN, SecretString: current?.text, VersionId: current?.id };
  },
  PutSecretValue: ({ ARN, versions }, { SecretString, ClientRequestToken: id, VersionStages }) => {
    const existing = versions.find((version) => version.id === id);
    if (existing !== undefined && existing.text !== SecretString) refuse('ResourceExistsException');
    const version = existing ?? { id, text: SecretString, labels: new Set<string>() };
    if (existing === undefined) versions.push(version);
    for (const label of VersionStages) moveLabel(versions, label, version);
    return { ARN, VersionId: id };
  },
  UpdateSecretVersionStage: ({ ARN, versions }, { VersionStage, MoveToVersionId, RemoveFromVersionId }) => {
    const to = versions.find(({ id }) => id === MoveToVersionId) ?? refuse('ResourceNotFoundException');
    const from = versions.find(({ labels }) => labels.has(VersionStage));
    if (from !== undefined && from.id !== RemoveFromVersionId) refuse('InvalidParameterException');
    moveLabel(versions, VersionStage, to);
    return { ARN };
  },
};

/** Lists the secrets that match the tag filters, which match prefixes. */
const listed = (secrets: readonly FakeSecret[], { Filters }: Json): Json => ({
  SecretList: secrets
    .filter(({ Tags }) =>
      Filters.every(({ Key, Values }: Json) =>
        Tags.some((tag) => (Key === 'tag-key' ? tag.Key : tag.Value).startsWith(Values[0])),
      ),
    )
    .map(({ ARN, Name, Tags }) => ({ ARN, Name, Tags })),
});

export async function fakeSecretsManager(): Promise<FakeSecretsManager> {
  const secrets: FakeSecret[] = [];
  const answer = async (request: IncomingMessage): Promise<Json> => {
    const input: Json = await jsonOf(request);
    const action = String(request.headers['x-amz-target']).replace('secretsmanager.', '');
    fake.calls.push(action);
    return fake.around(action, () => {
      if (action === 'ListSecrets') return listed(secrets, input);
      const secret = secrets.find(({ ARN }) => ARN === input.SecretId) ?? refuse('ResourceNotFoundException');
      return actions[action]?.(secret, input) ?? refuse('UnknownOperationException');
    });
  };
  const server = createServer((request, response) => {
    answer(request).then(
      (json) => response.end(JSON.stringify(json)),
      (error: Error) => {
        response.statusCode = error.name === 'InternalServiceError' ? 500 : 400;
        response.end(JSON.stringify({ __type: error.name, message: error.message }));
      },
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  afterAll(() => server.close());
  const { port } = server.address() as AddressInfo;
  const fake: FakeSecretsManager = {
    environment: {
      AWS_ENDPOINT_URL_SECRETS_MANAGER: `http://127.0.0.1:${port}`,
      AWS_REGION: 'local',
      AWS_ACCESS_KEY_ID: 'local',
      AWS_SECRET_ACCESS_KEY: 'local',
    },
    calls: [],
    around: passThrough,
    add: (Name, text, Tags = []) => {
      const ARN = `arn:aws:secretsmanager:local:000000000000:secret:${Name}`;
      const secret = { ARN, Name, Tags, versions: [{ id: 'v1', text, labels: new Set(['AWSCURRENT']) }] };
      secrets.push(secret);
      return secret;
    },
  };
  return fake;
}
