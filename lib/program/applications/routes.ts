// Declares the public endpoints of affiliate programs.
import { logoInput } from '#lib/access/brands/schema/logo.ts';
import { empty, item } from '#lib/foundation/contract/answer.ts';
import { defineRoutes } from '#lib/foundation/contract/route.ts';
import { linkTokenInput } from '#lib/program/creator-sessions/schema/endpoints.ts';
import { applicationInput, programAnswer, programParams } from './schema/endpoints.ts';

export const programs = defineRoutes('programs', {
  get: {
    method: 'GET',
    path: '/programs/{slug}',
    summary: 'Get a program',
    description: 'Returns what everybody may see of a brand whose portal is on.',
    access: 'public',
    params: programParams,
    answer: item(programAnswer),
    errors: ['brand_not_found'],
    table: { actions: ['BatchGetItem'] },
  },
  getLogo: {
    method: 'GET',
    path: '/programs/{slug}/logo',
    summary: 'Get a logo',
    description:
      'Returns the logo of a brand in Base64. `logoUrl` of the program is the address of the image itself.',
    access: 'public',
    params: programParams,
    answer: item(logoInput),
    errors: ['logo_not_found'],
    table: { actions: ['BatchGetItem'] },
  },
  apply: {
    method: 'POST',
    path: '/programs/{slug}/applications',
    summary: 'Apply to a program',
    description:
      'Sends an e-mail with a one-time link, which is valid for 24 hours and confirms the application. The response is the same for every ' +
      'brand and address. Nothing is sent while the brand accepts no applications, after five such e-mails of the brand to an address in ' +
      'an hour, and after 20 applications from an IP address in an hour.',
    access: 'public',
    params: programParams,
    body: applicationInput,
    answer: empty(),
    throttle: 'strict',
    table: {
      actions: ['BatchGetItem', 'PutItem', 'UpdateItem'],
      guarded: { logins: 'write', emails: 'write' },
    },
  },
  confirm: {
    method: 'POST',
    path: '/programs/applications',
    summary: 'Confirm an application',
    description:
      'Creates a creator with the token of the e-mail. The creator is `applied`, or `active` if the brand accepts everybody and its plan ' +
      'has room. A creator who has the address already stays as it is, and the response is the same. The token works once.',
    access: 'public',
    body: linkTokenInput,
    answer: empty(),
    errors: ['link_invalid'],
    throttle: 'strict',
    table: {
      actions: ['BatchGetItem', 'PutItem', 'UpdateItem', 'DeleteItem', 'ConditionCheckItem'],
      guarded: { linkKey: 'read' },
    },
  },
});
