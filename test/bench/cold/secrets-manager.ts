// A stub of Secrets Manager that supports only GetSecretValue.
// https://docs.aws.amazon.com/secretsmanager/latest/apireference/API_GetSecretValue.html
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import { type Listening, listen } from './loopback.ts';

const target = 'secretsmanager.GetSecretValue';

const secretValue = (SecretId: unknown, SecretString: string) => ({
  ARN: SecretId,
  Name: String(SecretId).split(':').at(-1),
  VersionId: '01234567-89ab-cdef-0123-456789abcdef',
  SecretString,
  VersionStages: ['AWSCURRENT'],
  CreatedDate: 1_790_000_000.123,
});

/** `files` has the file of each secret by its ARN. */
export function serveSecrets(files: Readonly<Record<string, string>>): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { SecretId } = Object(await json(request));
    const file = files[SecretId];
    const isKnown = request.headers['x-amz-target'] === target && file !== undefined;
    const answer = isKnown
      ? secretValue(SecretId, readFileSync(file, 'utf8'))
      : { __type: 'UnknownOperation' };
    response
      .writeHead(isKnown ? 200 : 400, { 'content-type': 'application/x-amz-json-1.1' })
      .end(JSON.stringify(answer));
  });
  return listen(server);
}
