// The English texts of exchange rates.
export const exchangeRates = {
  title: 'Exchange rates',
  intro: (own: string) =>
    `An order in another currency counts in ${own}, with the rate of its day, or of the nearest of the 7 days before. Recorded orders keep their rate.`,
  currency: 'Currency of the orders',
  show: 'Show',
  none: (code: string) =>
    `No rate is stored. The service refuses orders in ${code} that do not name a rate themselves.`,
  day: 'Day',
  rate: (code: string, own: string) => `${own} for 1 ${code}`,
  hint: 'For example 0.92. A rate that is stored for the day is replaced.',
  rateOfOne: (own: string) => `${own} for one unit of this currency`,
  set: 'Set a rate',
  done: { rateSet: 'The rate is stored.' } as Readonly<Record<string, string>>,
};
