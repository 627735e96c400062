// The portal of creators. The first segment of a path is the brand.
import { newPages, type Pages } from '#lib/pages/shared/app.ts';
import { visitOf } from '#lib/pages/shared/context.ts';
import { html } from '#lib/pages/shared/html.ts';
import { showPage } from '#lib/pages/shared/layout.ts';
import { addCommissions } from './commissions.ts';
import { addHome } from './home.ts';
import { addJoin } from './join.ts';
import { addMissingOrder } from './missing-order.ts';
import { addPaymentDetails } from './payment-details.ts';
import { addPayouts } from './payouts.ts';
import { addProfile } from './profile.ts';
import { addReturnPath, toSignIn } from './return-path.ts';
import { slugOf } from './show.ts';
import { addSignIn } from './sign-in.ts';

const signInPath = (path: string): string => `/creators/${path.split('/')[2]}/sign-in`;

/** Pages without a brand: a failure may lead here. */
function addStart(app: Pages): void {
  app.get('/creators', async (c) => {
    const { session, area, texts } = visitOf(c);
    if (session?.slug !== undefined) return c.redirect(`${area.base}/${session.slug}`, 303);
    const { noBrandTitle, noBrand } = texts.portal.signIn;
    return showPage(c, { title: noBrandTitle, body: html`<p>${noBrand}</p>`, isNarrow: true });
  });
}

export function portalPages(): Pages {
  const app = newPages({ name: 'portal', base: '/creators', signInPath });
  addStart(app);
  addReturnPath(app);
  addSignIn(app);
  addJoin(app);
  // The pages after this need a session of this brand.
  for (const path of ['/creators/:slug', '/creators/:slug/*'])
    app.use(path, async (c, next) => {
      if (visitOf(c).session?.slug === slugOf(c)) return next();
      return toSignIn(c);
    });
  addHome(app);
  addMissingOrder(app);
  addCommissions(app);
  addPayouts(app);
  addPaymentDetails(app);
  addProfile(app);
  return app;
}
