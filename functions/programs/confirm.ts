import { programs } from '#lib/program/applications/routes.ts';
import { confirmApplication } from '#lib/program/applications/store/confirm.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(programs.confirm, ({ body, now }) => confirmApplication(body.token, now));
