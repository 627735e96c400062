// Exports all pages. Builds replace this module with the rendered pages: infra/constructs/bundle-plugins.ts.
import { environment } from '#lib/foundation/shared/environment.ts';
import { demoAccounts } from './home.ts';
import { renderSite } from './render-site.ts';
import type { Site } from './site-file.ts';

export function readSite(): Site {
  const { DEMO_ACCOUNTS } = environment;
  return renderSite(DEMO_ACCOUNTS === undefined ? undefined : demoAccounts.parse(JSON.parse(DEMO_ACCOUNTS)));
}
