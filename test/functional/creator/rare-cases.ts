// Rare situations of the endpoints of creators' sessions. They may exceed the cost budgets.
import { emailKeys } from '#lib/foundation/table/keys/email-keys.ts';
import { transact } from '#lib/foundation/table/transact.ts';
import type { SituationsByEndpoint } from '#test/support/define-cases.ts';
import { creatorLinkOf } from '#test/support/portal.ts';
import { newAffiliate, spread, withShardedTotals } from '#test/support/sharded-totals.ts';

export const rareCases: SituationsByEndpoint = {
  'creator.createSession': {
    'an invitation': async ({ by, token, brandId }) => {
      const { id } = await by.invite(token);
      const link = await creatorLinkOf({ id, brandId }, 'creatorInvitation');
      return { path: '/creator/sessions', status: 200, body: { token: link } };
    },
  },
  'creator.update': {
    'an invitation that is accepted': async ({ by, token }) => {
      const { id } = await by.invite(token);
      const { json } = await by.send('POST', `/affiliates/${id}/portal-sessions`, { token });
      return { path: '/creator', token: json.data.token, status: 200, body: { status: 'active' } };
    },
    'a name that replaces another': async ({ by, token }) => {
      const { id } = await by.invite(token, { name: 'Grace Hopper' });
      const { json } = await by.send('POST', `/affiliates/${id}/portal-sessions`, { token });
      return { path: '/creator', token: json.data.token, status: 200, body: { name: 'Ada' } };
    },
  },
  'affiliates.createSession': {
    'the first link of the stage': async ({ affiliateId }) => {
      await transact([{ kind: 'delete', key: emailKeys.linkKey() }]);
      return { path: `/affiliates/${affiliateId}/portal-sessions`, status: 201 };
    },
  },
  'affiliates.inviteAgain': {
    [spread]: withShardedTotals(
      'affiliate',
      (id) => ({ path: `/affiliates/${id}/invitation`, status: 200 }),
      newAffiliate,
    ),
  },
};
