// Sends an e-mail: through Amazon SES on AWS, and into files on a local machine.
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { senderNamed } from '#lib/access/email/rules/sender.ts';
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
  const sender = email.senderName === undefined ? from : senderNamed(email.senderName, from);
  await ses({ ...email, from: sender, configurationSet: EMAIL_CONFIGURATION_SET });
}

async function writeFiles(directory: string, id: string, email: Email): Promise<void> {
  const { to, subject, text, html, link, replyTo, headers = {} } = email;
  const more = { ...(replyTo !== undefined && { 'Reply-To': replyTo }), ...headers };
  const lines = Object.entries(more).map(([name, value]) => `${name}: ${value}\n`);
  await mkdir(directory, { recursive: true });
  await writeFile(
    join(directory, `${id}.txt`),
    `To: ${to}\nSubject: ${subject}\n${lines.join('')}\n${text}`,
    {
      mode: 0o600,
    },
  );
  await writeFile(join(directory, `${id}.html`), html, { mode: 0o600 });
  // E-mails to creators are too many: the stage shows them at `/_mails`.
  if (environment.STAGE !== 'local' || email.tags !== undefined) return;
  const file = join(directory, `${id}.txt`);
  process.stdout.write(`E-mail to ${to}: ${subject}\n  ${file}\n${link === undefined ? '' : `  ${link}\n`}`);
}
