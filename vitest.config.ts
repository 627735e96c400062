import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/support/global-setup.ts'],
    setupFiles: ['test/support/setup.ts'],
    env: {
      STAGE: 'test',
      VALIDATE_ANSWERS: 'on',
      LOG_LEVEL: 'SILENT',
      METRICS: 'off',
    },
    maxWorkers: '100%',
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
