// The cost budgets and situations of the endpoints of imports. The first situation of each endpoint is a plain success.
import { unusedEmail } from '#test/support/creations-with.ts';
import { defineCases } from '#test/support/define-cases.ts';
import { at } from '#test/support/situation-helpers.ts';
import type { World } from '#test/support/situations.ts';

const onImport =
  (path: string, body?: object) =>
  async ({ by, token }: World) => {
    const { id } = await by.createImport(token);
    return { path: `/imports/${id}${path}`, status: 200, ...(body !== undefined && { body }) };
  };

const onEnded = (request: object) => async (world: World) => {
  const { by, token, brandId } = world;
  const [{ id }, { id: affiliateId }] = [await by.createImport(token), await by.invite(token)];
  await by.endImport({ brandId, id, affiliateId });
  return { path: `/imports/${id}/undo`, status: 200, ...request };
};

export const cases = defineCases({
  'imports.create': {
    budget: 2,
    budgetWithKey: 3,
    situations: {
      'one creator': () => {
        const body = { type: 'creators', csv: `email\n${unusedEmail()}` };
        return { path: '/imports', status: 201, body };
      },
    },
  },
  'imports.list': { budget: 2, situations: { all: at(() => '/imports') } },
  'imports.get': { budget: 3, situations: { one: onImport(''), 'its report': onImport('.csv') } },
  'imports.update': { budget: 3, situations: { columns: onImport('', { columns: ['name'] }) } },
  'imports.listRows': {
    // Reads the import, the claims of the rows, and their creators.
    budget: 4,
    situations: {
      'a new creator': onImport('/rows'),
      'an existing creator': async ({ by, token }) => {
        const { email } = await by.invite(token);
        const { id } = await by.createImport(token, { csv: `email\n${email}` });
        return { path: `/imports/${id}/rows`, status: 200 };
      },
      'after the start': async ({ by, token }) => {
        const { id } = await by.createImport(token);
        await by.send('POST', `/imports/${id}/start`, { token, body: { onExisting: 'skip' } });
        return { path: `/imports/${id}/rows`, status: 200 };
      },
    },
  },
  'imports.start': {
    budget: 3,
    budgetWithKey: 4,
    situations: { 'one creator': onImport('/start', { onExisting: 'skip' }) },
  },
  'imports.undo': { budget: 3, budgetWithKey: 4, situations: { 'after its end': onEnded({}) } },
  // Reads the import, its results, the campaigns, and what refers to the creators.
  'imports.listKept': { budget: 4, situations: { 'after its end': onEnded({}) } },
  'imports.cancel': { budget: 3, situations: { 'before its start': onImport('') } },
});
