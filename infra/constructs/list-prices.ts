/** US dollars in us-east-1 without free tiers, as of 2025. Other regions cost up to 50% more. */
export const listPrices = {
  httpApiRequest: 1.0e-6,
  lambdaCall: 0.2e-6,
  lambdaGigabyteSecond: 0.0000133334,
  writeUnit: 0.625e-6,
  readUnit: 0.125e-6,
  logByte: 0.5e-9,
} as const;
