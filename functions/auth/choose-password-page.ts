import { auth } from '#lib/auth/routes.ts';
import { choosePasswordPage } from '#lib/auth/rules/choose-password-page.ts';
import { endpoint } from '#lib/http/endpoint.ts';

export const handler = endpoint(auth.choosePasswordPage, () => choosePasswordPage);
