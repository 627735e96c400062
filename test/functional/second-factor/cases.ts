// The cost budgets and situations of the endpoints of second factors. The first situation of each endpoint is a plain success.
import { defineCases } from '#test/support/define-cases.ts';
import { createPerson, password } from '#test/support/people.ts';
import { codeAt, enableSecondFactor, newSecretOf } from '#test/support/second-factors.ts';

const currentPassword = password;

export const cases = defineCases({
  'secondFactor.begin': {
    budget: 4,
    situations: {
      'a user without one': async ({ brandId }) => {
        const { token } = await createPerson(brandId);
        return { path: '/auth/second-factor', status: 200, token, body: { currentPassword } };
      },
    },
  },
  'secondFactor.confirm': {
    budget: 3,
    situations: {
      'the code of the new secret': async ({ brandId }) => {
        const { token } = await createPerson(brandId);
        const code = codeAt(await newSecretOf(token));
        return { path: '/auth/second-factor/confirm', status: 200, token, body: { code } };
      },
    },
  },
  'secondFactor.disable': {
    budget: 4,
    situations: {
      'a recovery code': async ({ brandId }) => {
        const { token } = await createPerson(brandId);
        const { recoveryCodes } = await enableSecondFactor(token);
        const body = { currentPassword, recoveryCode: recoveryCodes[0] };
        return { path: '/auth/second-factor', status: 204, token, body };
      },
    },
  },
});
