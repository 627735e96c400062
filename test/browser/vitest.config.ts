// Configures the tests of pages and e-mails in Chromium. `npm run test:all` runs them if the machine has Chromium.
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    root: `${import.meta.dirname}/../..`,
    include: ['test/browser/*.test.ts'],
    env: {
      STAGE: 'test',
      VALIDATE_ANSWERS: 'on',
      LOG_LEVEL: 'SILENT',
      METRICS: 'off',
      REQUEST_LIMITS: 'off',
    },
    globalSetup: ['test/support/global-setup.ts', 'test/browser/demo-data.ts'],
    setupFiles: ['test/support/setup.ts'],
    // A busy machine needs much longer than an idle one.
    testTimeout: 240_000,
    hookTimeout: 240_000,
    expect: { requireAssertions: true, poll: { timeout: 60_000 } },
  },
});
