import { presentTermsOfOwner } from '#lib/program/terms/present.ts';
import { groups } from '#lib/program/terms/routes.ts';
import { getTerms } from '#lib/program/terms/store/terms.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(groups.getTerms, async ({ caller: { brand }, params, now }) =>
  presentTermsOfOwner(await getTerms(brand.id, { kind: 'group', id: params.group }, now), brand.currency),
);
