// The portal of creators.
import { newPages, type Pages } from '#lib/pages/shared/app.ts';

/** The first segment of a path is the brand. */
const signInPath = (path: string): string => `/creators/${path.split('/')[2]}/sign-in`;

export const portalPages = (): Pages => newPages({ name: 'portal', base: '/creators', signInPath });
