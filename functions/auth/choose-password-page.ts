import { auth } from '#lib/access/auth/routes.ts';
import { choosePasswordPage } from '#lib/access/auth/rules/choose-password-page.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(auth.choosePasswordPage, () => choosePasswordPage);
