import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { now } from '#lib/foundation/shared/clock.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { checkLocalUrl } from '#lib/outlets/exports/rules/local-url.ts';

/** A key has a brand or test twin and a file name, so a URL cannot leave the directory. */
const keyPattern = /^\/files\/((?:brd|tst)_[0-9A-Z]+\/exp_[0-9A-Z]+\.(?:csv|ndjson))$/;

async function sendFile(response: ServerResponse, path: string, name: string): Promise<void> {
  const { size } = await stat(path);
  response.writeHead(200, {
    'content-length': size,
    'content-type': path.endsWith('.csv') ? 'text/csv; charset=utf-8' : 'application/x-ndjson',
    'content-disposition': `attachment; filename="${name.replaceAll('"', '')}"`,
  });
  await pipeline(createReadStream(path), response);
}

/** Replaces S3 on a local stage. Returns false for other paths. */
export function serveExportFile({ url = '' }: IncomingMessage, response: ServerResponse): boolean {
  const { EXPORTS_DIRECTORY: directory, EXPORTS_SECRET: secret } = environment;
  const parsed = URL.parse(url, 'http://localhost');
  const key = keyPattern.exec(parsed?.pathname ?? '')?.[1];
  if (directory === undefined || secret === undefined || parsed === null || key === undefined) return false;
  const file = checkLocalUrl(secret, key, parsed.searchParams, now());
  if (file === undefined)
    response.writeHead(403).end('The link is invalid or has expired. Get the export again.\n');
  else {
    sendFile(response, join(directory, key), file.name).catch(() => {
      if (response.headersSent) response.destroy();
      else response.writeHead(404).end('The file does not exist.\n');
    });
  }
  return true;
}
