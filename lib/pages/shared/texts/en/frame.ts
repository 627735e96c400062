// The English texts of the frame of the console.
export const frame = {
  overview: 'Overview',
  commissions: 'Commissions',
  payouts: 'Payouts',
  admin: 'Admin',
  member: 'Member',
  toTest: 'Test mode',
  toLive: 'Back to the real data',
  testBanner: 'Test mode: nothing here is real.',
  testTime: (time: string) => `The test clock shows ${time}.`,
  advance: 'Move the clock',
  advanceTitle: 'Test clock',
  advanceHint:
    'The clock moves ahead only. Holds end, and commissions become eligible, as they would in reality.',
  advanceBy: 'By',
  steps: { P1D: '1 day', P7D: '7 days', P31D: '31 days', P365D: '365 days' },
  done: { moved: 'The test clock has moved.' },
};
