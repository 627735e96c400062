import { presentProfile } from '#lib/outlets/creator-portal/present/profile.ts';
import { creator } from '#lib/outlets/creator-portal/routes.ts';
import { readOwnProgram } from '#lib/outlets/creator-portal/store/program.ts';
import { creatorEndpoint } from '#lib/surface/http/creator-endpoint.ts';

export const handler = creatorEndpoint(creator.get, async ({ caller: { affiliate, brand }, now }) =>
  presentProfile(affiliate, brand, await readOwnProgram(affiliate, brand, now)),
);
