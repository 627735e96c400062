// Lets tokens of HS256 end in their own time after the change to Ed25519. See docs/decisions/0058.
import { signingKeysDocument } from '#lib/auth/rules/signing-keys.ts';
import { tokenLifetimeSeconds } from '#lib/auth/schema.ts';
import { addSeconds, epochSeconds, secondsPerHour } from '#lib/shared/dates.ts';
import { putItem } from '#lib/table/client.ts';
import { keys } from '#lib/table/keys/keys.ts';

/** The lifetime of the last token, and two hours for the deployment that follows the command. */
export const acceptanceSeconds = tokenLifetimeSeconds + 2 * secondsPerHour;

export interface Acceptance {
  readonly kids: readonly string[];
  readonly until: string;
}

/** Copies the keys of the former document into the table, where all functions find them until they expire. */
export async function acceptFormerKeys(text: string, now: Date): Promise<Acceptance> {
  const former = signingKeysDocument.parse(JSON.parse(text)).keys.map(({ kid, secret }) => ({ kid, secret }));
  const until = addSeconds(now, acceptanceSeconds);
  await putItem({ Item: { ...keys.formerKeys(), keys: former, expiresAt: epochSeconds(until) } });
  return { kids: former.map(({ kid }) => kid), until: until.toISOString() };
}
