// Configures the suite of `npm test`: every test file except the costly and the exhaustive ones.
import { defineConfig } from 'vitest/config';
import { suite } from '../../vitest.config.ts';

export default defineConfig(suite({ isQuick: true }));
