// Tests what a decision says about a commission that its filter selects no more.
import { expect, test } from 'vitest';
import { checkMatches } from '#lib/money/commissions/rules/decision-filter.ts';
import type { Commission } from '#lib/money/commissions/schema/commission.ts';

const campaignId = 'cmp_01JD0000000000000000000000';
const commission = { status: 'pending', campaignId: null, hold: null } as Commission;
const isSelectedBy = (filter: object) => () =>
  checkMatches({ status: 'pending', createdFrom: undefined, createdTo: undefined, ...filter }, commission);

test.each([{ held: true }, { campaignId }])(
  'a filter that a commission left without a change of its status says what the commission is: %j',
  (filter) => {
    expect(isSelectedBy({})).not.toThrow();
    expect(isSelectedBy(filter)).toThrow('it is pending, not held, and in no campaign');
  },
);
