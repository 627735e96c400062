// Prices that only the calculation of costs needs.
import { listPrices } from '#infra/constructs/list-prices.ts';

/** US dollars in us-east-1 without free tiers, November 2026. A month, where nothing else is said. */
export const prices = {
  ...listPrices,
  /** https://aws.amazon.com/cloudwatch/pricing */
  alarmMetric: 0.1,
  dashboard: 3,
  metric: 0.3,
  /** CloudWatch stores logs compressed: its examples of prices assume 0.15 of their size. */
  storedLogByte: 0.15 * 0.03e-9,
  /** A recorded trace. https://aws.amazon.com/xray/pricing */
  trace: 5e-6,
  /** https://aws.amazon.com/dynamodb/pricing/on-demand */
  tableByte: 0.25e-9,
  recoveryByte: 0.2e-9,
  /** A full backup. https://aws.amazon.com/backup/pricing */
  backupByte: 0.1e-9,
  /** A byte that is copied to another region. $0.02 to $0.04 by the kind of resource: the higher one is assumed. */
  copiedByte: 0.04e-9,
  /** A request of a standard queue. https://aws.amazon.com/sqs/pricing */
  queueRequest: 0.4e-6,
  /** https://aws.amazon.com/kms/pricing, /secrets-manager/pricing */
  key: 1,
  secret: 0.4,
  /** With HTTPS, of an endpoint in AWS. https://aws.amazon.com/route53/pricing */
  healthCheck: 1.5,
  /** https://aws.amazon.com/waf/pricing, /cloudfront/pricing. A request is one by HTTPS from North America or Europe. */
  webAcl: 5,
  webAclRule: 1,
  wafRequest: 0.6e-6,
  cloudFrontRequest: 1e-6,
} as const;
