// Accepts the URL of a stranger that receives requests of the service.
import * as z from 'zod';
import { httpsUrl } from '#lib/foundation/shared/urls.ts';
import { isAllowedLoopbackUrl } from '#lib/outlets/webhooks/rules/loopback.ts';

type AddIssue = (message: string) => void;

function checkReceiverUrl(text: string, addIssue: AddIssue): void {
  if (isAllowedLoopbackUrl(text)) return;
  const [issue] = httpsUrl.safeParse(text).error?.issues ?? [];
  if (issue !== undefined) addIssue(issue.message);
}

/** `refuse` returns a message for a text that is not accepted although it is a URL. */
export const receiverUrl = (
  maxLength: number,
  refuse: (text: string) => string | undefined = () => undefined,
) =>
  z
    .string()
    .max(maxLength)
    .superRefine((text, { addIssue }) => {
      const refused = refuse(text);
      if (refused === undefined) checkReceiverUrl(text, addIssue);
      else addIssue(refused);
    });
