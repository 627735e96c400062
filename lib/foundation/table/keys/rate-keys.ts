// Defines the keys of exchange rates. The rates of a currency are sorted by their day.

export const exchangeRatePartition = (brandId: string): string => `${brandId}#EXCHANGE_RATE`;

const separator = '#';

export const rateKeys = {
  exchangeRate: (brandId: string, currency: string, day: string) => ({
    pk: exchangeRatePartition(brandId),
    sk: `${currency}${separator}${day}`,
  }),
} as const;

export const currencyInRateKey = (sk: unknown): string => String(sk).split(separator)[0] ?? '';

/** The range of the rates of a currency from one day to another, both inclusive. */
export const ratesRange = (brandId: string, currency: string, from = '', to = '~') => ({
  partition: exchangeRatePartition(brandId),
  from: rateKeys.exchangeRate(brandId, currency, from).sk,
  to: rateKeys.exchangeRate(brandId, currency, to).sk,
});
