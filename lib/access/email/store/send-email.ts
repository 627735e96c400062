// Sends an e-mail: through Amazon SES on AWS, and into files on a local machine.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Email } from '#lib/access/email/schema.ts';
import { createSesClient, type SendThroughSes } from '#lib/foundation/aws/ses.ts';
import { environment } from '#lib/foundation/shared/environment.ts';
import { logger } from '#lib/foundation/shared/logger.ts';

let ses: SendThroughSes | undefined;

/** Logs a warning if the stage has no sender. The log contains no address and no link. */
export async function sendEmail(id: string, kind: string, email: Email): Promise<void> {
  const { EMAIL_DIRECTORY: directory, EMAIL_FROM: from, EMAIL_CONFIGURATION_SET } = environment;
  if (directory !== undefined) return writeFiles(directory, id, email);
  if (from === undefined) return logger.warn('e-mail not sent: the stage has no sender', { kind });
  ses ??= createSesClient();
  await ses({ ...email, from, configurationSet: EMAIL_CONFIGURATION_SET });
}

async function writeFiles(directory: string, id: string, email: Email): Promise<void> {
  const { to, subject, text, html, link } = email;
  await mkdir(directory, { recursive: true });
  await writeFile(join(directory, `${id}.txt`), `To: ${to}\nSubject: ${subject}\n\n${text}`, { mode: 0o600 });
  await writeFile(join(directory, `${id}.html`), html, { mode: 0o600 });
  if (environment.STAGE !== 'local') return;
  const file = join(directory, `${id}.txt`);
  process.stdout.write(`E-mail to ${to}: ${subject}\n  ${file}\n${link === undefined ? '' : `  ${link}\n`}`);
}
