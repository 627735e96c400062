// The console of managers.
import { newPages, type Pages } from '#lib/pages/shared/app.ts';
import { visitOf } from '#lib/pages/shared/context.ts';
import { pathWith } from '#lib/pages/shared/links.ts';
import { addCommissions } from './commissions.ts';
import { addCustomers } from './customers.ts';
import { addDisputes } from './disputes/detail.ts';
import { addForgotPassword } from './forgot-password.ts';
import { addOverview } from './overview.ts';
import { addPayouts } from './payouts.ts';
import { addProgram } from './program.ts';
import { addReports } from './reports.ts';
import { addSettings } from './settings.ts';
import { demandSecondFactor } from './settings-factor.ts';
import { addSignIn } from './sign-in.ts';
import { addTestMode } from './test-mode.ts';

const signInPath = () => '/console/sign-in';

export function consolePages(): Pages {
  const app = newPages({ name: 'console', base: '/console', signInPath });
  addSignIn(app);
  addForgotPassword(app);
  // The pages after this need a session.
  app.use('*', demandSecondFactor);
  app.use('*', async (c, next) => {
    if (visitOf(c).session !== undefined) return next();
    const { pathname, search } = new URL(c.req.url);
    const to = c.req.method === 'POST' ? undefined : `${pathname}${search}`;
    return c.redirect(pathWith(signInPath(), { to }), 303);
  });
  addTestMode(app);
  addOverview(app);
  addCommissions(app);
  addDisputes(app);
  addPayouts(app);
  addProgram(app);
  addSettings(app);
  addReports(app);
  addCustomers(app);
  return app;
}
