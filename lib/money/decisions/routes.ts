// Declares the endpoints of bulk decisions, beside those of lib/money/commissions/routes.ts.
import * as z from 'zod';
import { accepted, item } from '#lib/foundation/contract/answer.ts';
import { adminOnly, anyRole, defineRoutes } from '#lib/foundation/contract/route.ts';
import { idSchema } from '#lib/foundation/shared/ids.ts';
import { decisionAnswer, decisionInput } from './schema.ts';

export const commissions = defineRoutes('commissions', {
  decide: {
    method: 'POST',
    path: '/commissions/decisions',
    summary: 'Decide about all commissions',
    description:
      'Approves or rejects all commissions of a filter in the background, in the name of the caller, each independently of the others. ' +
      'Commissions that are created later are not part of it. Get the decision until its status is `completed`. A brand can have one ' +
      'approval and one rejection at a time; another one is a 409 that names the running one.',
    access: adminOnly,
    scope: 'commissions:write',
    body: decisionInput,
    answer: accepted(decisionAnswer),
    errors: ['decision_in_progress'],
    table: { actions: ['PutItem', 'UpdateItem'] },
  },
  getDecision: {
    method: 'GET',
    path: '/commissions/decisions/{id}',
    summary: 'Get a bulk decision',
    description: 'Returns the progress of the decision. The service forgets decisions after 30 days.',
    access: anyRole,
    scope: 'commissions:read',
    params: z.strictObject({ id: idSchema('decision') }),
    answer: item(decisionAnswer),
    table: { actions: ['GetItem'] },
  },
});
