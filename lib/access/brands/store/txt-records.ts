// Reads TXT records from DNS.
import { Resolver } from 'node:dns/promises';
import { logger } from '#lib/foundation/shared/logger.ts';

/** The first attempt waits for this time, and the second one for twice as long. Both fit into the time limit of a request. */
const attempt = { timeout: 1500, tries: 2 };

const absent = new Set(['ENOTFOUND', 'ENODATA']);

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown';

/** Returns the texts of the records, or undefined if DNS did not answer. `servers` are addresses with a port. */
export async function readTxtRecords(
  name: string,
  servers?: readonly string[],
): Promise<readonly string[] | undefined> {
  const resolver = new Resolver(attempt);
  if (servers !== undefined) resolver.setServers(servers);
  try {
    // DNS splits a long text.
    return (await resolver.resolveTxt(name)).map((parts) => parts.join(''));
  } catch (error) {
    const code = codeOf(error);
    if (absent.has(code)) return [];
    logger.warn('DNS did not answer', { name, code });
    return undefined;
  }
}
