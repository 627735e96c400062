// The cost budgets and situations of the endpoints of second factors. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { codeAt, secondFactorsBy } from '#test/support/second-factors-with.ts';
import { password } from '#test/support/situations.ts';

const currentPassword = password;

export const cases = defineCases({
  'secondFactor.begin': {
    budget: 4,
    situations: {
      'a user without one': async ({ by, brandId }) => {
        const { token } = await by.createPerson(brandId);
        return { path: '/auth/second-factor', status: 200, token, body: { currentPassword } };
      },
    },
  },
  'secondFactor.confirm': {
    budget: 3,
    situations: {
      'the code of the new secret': async ({ by, brandId }) => {
        const { token } = await by.createPerson(brandId);
        const code = codeAt(await secondFactorsBy(by.send).newSecretOf(token));
        return { path: '/auth/second-factor/confirm', status: 200, token, body: { code } };
      },
    },
  },
  'secondFactor.disable': {
    budget: 4,
    situations: {
      'a recovery code': async ({ by, brandId }) => {
        const { token } = await by.createPerson(brandId);
        const { recoveryCodes } = await secondFactorsBy(by.send).enableSecondFactor(token);
        const body = { currentPassword, recoveryCode: recoveryCodes[0] };
        return { path: '/auth/second-factor', status: 204, token, body };
      },
    },
  },
});
