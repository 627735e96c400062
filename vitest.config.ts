// Every test file except the exhaustive ones. test/support/quick.vitest.config.ts leaves out costly files for `npm test`, and
// test/support/ci.vitest.config.ts adds the exhaustive files for `npm run test:all`.
import { availableParallelism } from 'node:os';
import { defineConfig, type ViteUserConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import './test/support/turn.ts';

// Many tests start processes of Node. They reuse what an earlier process compiled.
process.env.NODE_COMPILE_CACHE ??= `${import.meta.dirname}/node_modules/.cache/compile`;

/** On DynamoDB Local each file has a database engine of its own (test/support/setup.ts), and so its own modules. */
const isolate = process.env.TEST_ENGINE === 'dynamodb-local';

/** Files that replace modules or the environment, so they cannot share their modules with other files. */
export const isolated = [
  'test/contract/*.test.ts',
  'test/faults/**/*.test.ts',
  'test/functional/warm-up.test.ts',
  'test/functional/attacks/secrets-in-logs.test.ts',
  'test/functional/brands/link-domain.test.ts',
  'test/functional/auth/key-rotation.test.ts',
  'test/functional/auth/login-failures.test.ts',
  'test/functional/auth/rotate-signing-keys.test.ts',
  'test/functional/auth/signing-keys.test.ts',
  'test/functional/edge/behind-cloudfront.test.ts',
  'test/functional/edge/origin-secret.test.ts',
  'test/functional/idempotency/other-instance.test.ts',
  'test/functional/operator/keys.test.ts',
  'test/functional/pages/*.test.ts',
  'test/functional/request-limits-of-processes.test.ts',
  'test/unit/preflight.test.ts',
  'test/functional/webhooks/wakes.test.ts',
];

/**
 * Files that repeat one proof many times or need much data, CDK's validation of the largest template, the restore of a brand, and the
 * contract suite, which runs on a local stage here and on a deployed one in the deployment proof.
 */
export const exhaustive = [
  'test/architecture/template-validation.test.ts',
  'test/contract/*.test.ts',
  'test/faults/busy-table.test.ts',
  'test/faults/idempotency.test.ts',
  'test/faults/kills/*.test.ts',
  'test/faults/money.test.ts',
  'test/faults/payouts.test.ts',
  'test/faults/seeded-faults.test.ts',
  'test/functional/auth/key-rotation.test.ts',
  'test/functional/conversions/full-visits.test.ts',
  'test/functional/conversions/totals-model.test.ts',
  'test/functional/events/effects.test.ts',
  'test/functional/events/exactness.test.ts',
  'test/functional/examples.test.ts',
  'test/functional/idempotency/crashes.test.ts',
  'test/functional/idempotency/expired-leases.test.ts',
  'test/functional/idempotency/interrupted-changes.test.ts',
  'test/functional/large-partitions.test.ts',
  'test/functional/operator/brand-restore.test.ts',
  'test/functional/operator/clicks.test.ts',
  'test/functional/payouts/crashes.test.ts',
  'test/functional/payouts/large-items.test.ts',
  'test/functional/payouts/long-run.test.ts',
  'test/functional/payouts/overlaps.test.ts',
  'test/functional/payouts/races.test.ts',
  'test/functional/reports/costs.test.ts',
  'test/functional/reports/exactness.test.ts',
  'test/functional/streams/clicks-exactness.test.ts',
  'test/functional/streams/rebuild.test.ts',
  'test/functional/tracking/link-costs.test.ts',
  'test/functional/tracking/statistics-costs*.test.ts',
  'test/functional/tracking/statistics-model.test.ts',
  'test/functional/webhooks/costs.test.ts',
  'test/proof/*.test.ts',
];

/**
 * These files take three quarters of the time of all others, so `npm test` leaves them out: proofs over all routes, budgets of costs,
 * permissions, bundles, large data, stories and models, crashes, other processes, concurrent requests, and settings of stages.
 * `npm run test:all` and `npx vitest run <path>` run them.
 */
export const costly = [
  'test/architecture/backup.test.ts',
  'test/architecture/bundles.test.ts',
  'test/architecture/canary.test.ts',
  'test/architecture/client-package.test.ts',
  'test/architecture/dashboard.test.ts',
  'test/architecture/edge.test.ts',
  'test/architecture/email-sender.test.ts',
  'test/architecture/gateway.test.ts',
  'test/architecture/isolation.test.ts',
  'test/architecture/nag.test.ts',
  'test/architecture/outside.test.ts',
  'test/architecture/refusals.test.ts',
  'test/architecture/safeguards.test.ts',
  'test/architecture/stack.test.ts',
  'test/architecture/stage.test.ts',
  'test/architecture/twin-isolation.test.ts',
  'test/faults/busy-sums.test.ts',
  'test/faults/followed-links.test.ts',
  'test/faults/logged-clicks.test.ts',
  'test/faults/lost-answers.test.ts',
  'test/faults/table-client.test.ts',
  'test/functional/**/costs.test.ts',
  'test/functional/affiliates/pagination.test.ts',
  'test/functional/affiliates/transitions.test.ts',
  'test/functional/annotations.test.ts',
  'test/functional/assistant/assistant.test.ts',
  'test/functional/attacks/*.test.ts',
  'test/functional/auth/login-failures.test.ts',
  'test/functional/auth/stale-rights.test.ts',
  'test/functional/background-permissions.test.ts',
  'test/functional/brands/txt-records.test.ts',
  'test/functional/brands/users.test.ts',
  'test/functional/command.test.ts',
  'test/functional/commissions/automatic-approval.test.ts',
  'test/functional/commissions/by-filter.test.ts',
  'test/functional/commissions/decisions.test.ts',
  'test/functional/commissions/undo.test.ts',
  'test/functional/connections/any-order.test.ts',
  'test/functional/connections/coupons.test.ts',
  'test/functional/connections/messages.test.ts',
  'test/functional/connections/orders.test.ts',
  'test/functional/connections/years.test.ts',
  'test/functional/content-scopes.test.ts',
  'test/functional/conversions/backfill.test.ts',
  'test/functional/conversions/bulk-attribution.test.ts',
  'test/functional/conversions/campaigns-of-orders.test.ts',
  'test/functional/conversions/changes-model.test.ts',
  'test/functional/conversions/changes.test.ts',
  'test/functional/conversions/currencies.test.ts',
  'test/functional/conversions/order-stories.test.ts',
  'test/functional/conversions/reported-faults.test.ts',
  'test/functional/conversions/settled-elsewhere.test.ts',
  'test/functional/conversions/shop-story.test.ts',
  'test/functional/conversions/usage-limits.test.ts',
  'test/functional/costs-of-lists.test.ts',
  'test/functional/counted-lists.test.ts',
  'test/functional/creator-mails/exactness.test.ts',
  'test/functional/creator-mails/kinds.test.ts',
  'test/functional/creator-mails/wanted.test.ts',
  'test/functional/creator/own-data.test.ts',
  'test/functional/creator/own-links.test.ts',
  'test/functional/creator/sessions.test.ts',
  'test/functional/customers/bindings.test.ts',
  'test/functional/customers/following.test.ts',
  'test/functional/demo-data.test.ts',
  'test/functional/demo-year.test.ts',
  'test/functional/discounts/bulk.test.ts',
  'test/functional/edge/behind-cloudfront.test.ts',
  'test/functional/events/limits.test.ts',
  'test/functional/events/recording.test.ts',
  'test/functional/exports/audit.test.ts',
  'test/functional/exports/interrupted.test.ts',
  'test/functional/exports/parts.test.ts',
  'test/functional/fraud-findings/creator-rules.test.ts',
  'test/functional/fraud-findings/fraud-findings.test.ts',
  'test/functional/hostile-bodies.test.ts',
  'test/functional/idempotency/replays.test.ts',
  'test/functional/imports/interrupted.test.ts',
  'test/functional/imports/orders.test.ts',
  'test/functional/imports/undo.test.ts',
  'test/functional/links/clicks-of-links.test.ts',
  'test/functional/list-filters.test.ts',
  'test/functional/list-ranges.test.ts',
  'test/functional/local-stage.test.ts',
  'test/functional/null-fields.test.ts',
  'test/functional/operator/brands.test.ts',
  'test/functional/operator/erasures.test.ts',
  'test/functional/operator/keys.test.ts',
  'test/functional/operator/payouts.test.ts',
  'test/functional/operator/permissions.test.ts',
  'test/functional/operator/reconcile*.test.ts',
  'test/functional/operator/restore-guards.test.ts',
  'test/functional/operator/stages.test.ts',
  'test/functional/page-bytes.test.ts',
  'test/functional/pages/*.test.ts',
  'test/functional/payouts/create.test.ts',
  'test/functional/payouts/eligibility.test.ts',
  'test/functional/payouts/files.test.ts',
  'test/functional/payouts/interleavings.test.ts',
  'test/functional/payouts/marked-lines.test.ts',
  'test/functional/payouts/one-at-a-time.test.ts',
  'test/functional/payouts/paid-or-canceled.test.ts',
  'test/functional/payouts/reopened.test.ts',
  'test/functional/payouts/results.test.ts',
  'test/functional/payouts/steps.test.ts',
  'test/functional/privacy/erasure.test.ts',
  'test/functional/privacy/records.test.ts',
  'test/functional/privacy/steps.test.ts',
  'test/functional/prototype-names.test.ts',
  'test/functional/queues.test.ts',
  'test/functional/read-only.test.ts',
  'test/functional/reconciliations/apply.test.ts',
  'test/functional/reconciliations/formats.test.ts',
  'test/functional/reconciliations/years.test.ts',
  'test/functional/reports/expected-figures.test.ts',
  'test/functional/request-limits-of-processes.test.ts',
  'test/functional/request-limits.test.ts',
  'test/functional/simulations/months.test.ts',
  'test/functional/simulations/recorded.test.ts',
  'test/functional/streams/aggregate-clicks.test.ts',
  'test/functional/streams/dead-letters.test.ts',
  'test/functional/streams/exactly-once.test.ts',
  'test/functional/terms/months-model.test.ts',
  'test/functional/terms/months.test.ts',
  'test/functional/terms/new-customers.test.ts',
  'test/functional/test-mode/test-mode.test.ts',
  'test/functional/tracking/chosen-pages.test.ts',
  'test/functional/tracking/statistics.test.ts',
  'test/functional/tracking/unique-clicks-per-address.test.ts',
  'test/functional/users/other-brands.test.ts',
  'test/functional/users/users.test.ts',
  'test/functional/webhooks/creator-names.test.ts',
  'test/functional/webhooks/endpoints.test.ts',
  'test/functional/webhooks/leases.test.ts',
  'test/functional/webhooks/worker.test.ts',
  'test/unit/clicks-visit.test.ts',
  'test/unit/log-lines.test.ts',
  'test/unit/preflight.test.ts',
];

/** It takes longer than any other file at full size, so it begins first. */
const longestFile = 'test/functional/events/exactness.test.ts';

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => moduleId.endsWith(longestFile);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

interface Size {
  /** Leaves out the costly files. */
  readonly isQuick?: boolean;
  /** Also runs the exhaustive files. */
  readonly isExhaustive?: boolean;
  /** Exhaustive files that do not run. */
  readonly without?: readonly string[];
  /** Variables that make tests larger. */
  readonly env?: Readonly<Record<string, string>>;
  readonly testTimeout?: number;
  readonly execArgv?: readonly string[];
}

export function suite({
  isQuick = false,
  isExhaustive = false,
  without = [],
  env = {},
  testTimeout = 180_000,
  execArgv = [],
}: Size = {}) {
  const common = {
    root: import.meta.dirname,
    env: {
      STAGE: 'test',
      VALIDATE_ANSWERS: 'on',
      LOG_LEVEL: 'SILENT',
      METRICS: 'off',
      // Tests send more requests in a minute than a plan allows. test/functional/request-limits.test.ts turns the limits on.
      REQUEST_LIMITS: 'off',
      // CDK's validation takes most of the time of a synthesis. test/architecture/template-validation.test.ts turns it on.
      CDK_VALIDATION: 'false',
      ...env,
    },
    setupFiles: ['test/support/setup.ts'],
    testTimeout,
    hookTimeout: testTimeout,
    // Threads of the garbage collector wait for each other, which took a sixth of the CPU time.
    execArgv: ['--single-threaded-gc', ...execArgv],
    // A test whose loop over an empty list checks nothing must fail.
    expect: { requireAssertions: true },
  };
  const omitted = isQuick ? [...exhaustive, ...costly] : exhaustive;
  const projects = [
    {
      ...common,
      name: 'unit',
      include: ['test/unit/**/*.test.ts'],
      exclude: omitted,
      setupFiles: ['test/support/no-table.ts'],
      isolate: false,
    },
    {
      ...common,
      name: 'functional',
      include: ['test/architecture/*.test.ts', 'test/functional/**/*.test.ts'],
      exclude: [...isolated, ...omitted],
      isolate,
    },
    { ...common, name: 'isolated', include: isolated, exclude: omitted },
    ...(isExhaustive
      ? [{ ...common, name: 'exhaustive', include: exhaustive.filter((path) => !without.includes(path)) }]
      : []),
  ];
  return {
    test: {
      root: import.meta.dirname,
      // Workers wait for the engine and for time limits, so more workers than cores keep the cores busy.
      maxWorkers: Math.ceil(1.5 * availableParallelism()),
      // Of the root and not of the projects: they share one engine.
      globalSetup: ['test/support/global-setup.ts'],
      sequence: { sequencer: LongestFirst },
      projects: projects.map((test) => ({ test })),
    },
  } satisfies ViteUserConfig;
}

export default defineConfig(suite());
