// Delivers e-mails to creators, and reads them.
import { rmSync } from 'node:fs';
import { handler as mailDigests } from '#functions/schedules/mail-digests.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { recordAllEvents } from './events.ts';
import { emailsTo } from './people.ts';

export const subjectsTo = (address: string): readonly string[] =>
  emailsTo(address)
    .map((text) => /\nSubject: (.*)\n/.exec(text)?.[1] ?? '')
    .toSorted();

/** Delivers all e-mails, and returns the subjects of those to the address since the last call. */
export async function newSubjects(address: string): Promise<readonly string[]> {
  await recordAllEvents();
  const subjects = subjectsTo(address);
  deleteSentMails();
  return subjects;
}

export const deleteSentMails = (): void =>
  rmSync(environment.EMAIL_DIRECTORY ?? '', { recursive: true, force: true });

export const runDigests = (): Promise<void> => mailDigests({}, { getRemainingTimeInMillis: () => 900_000 });

/** Returns the path and the query of the unsubscribe link in an e-mail. */
export const unsubscribePathIn = (text: string): string =>
  /List-Unsubscribe: <https?:\/\/[^/]+\/v1([^>]+)>/.exec(text)?.[1] ?? '';
