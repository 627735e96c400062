// A stub of S3 on the directory where the local stage keeps whole objects.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { dirname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { type Listening, listen } from './loopback.ts';

export function serveBucket(directory: string): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const { method, url = '' } = request;
    const [, , ...key] = decodeURIComponent(new URL(url, 'http://s3').pathname).split('/');
    const path = join(directory, ...key);
    if (method === 'PUT') {
      await mkdir(dirname(path), { recursive: true });
      await writeFile(path, await buffer(request));
    }
    const content = method === 'GET' ? await readFile(path).catch(() => undefined) : Buffer.from('');
    response.writeHead(content === undefined ? 404 : 200).end(content);
  });
  return listen(server);
}
