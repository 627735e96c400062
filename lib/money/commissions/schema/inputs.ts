// Defines the bodies of the requests that approve and reject commissions.
import * as z from 'zod';
import { displayText } from '#lib/foundation/shared/display-text.ts';
import { idFilter } from '#lib/foundation/shared/ids.ts';

export const rejectInput = z
  .strictObject({ reason: displayText(500).meta({ description: 'Why the commission is rejected.' }) })
  .meta({ id: 'RejectionInput', description: 'Rejects a commission.' });

/** Accepts malformed ids, so that a malformed id fails only its own result instead of the whole request. */
export const approveInput = z
  .strictObject({
    ids: z.array(idFilter).min(1).max(100).meta({ description: 'The ids of the commissions to approve.' }),
  })
  .meta({ id: 'ApprovalsInput', description: 'Several commissions to approve.' });
