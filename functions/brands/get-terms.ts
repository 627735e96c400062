import { presentTermsOfOwner } from '#lib/program/terms/present.ts';
import { brands } from '#lib/program/terms/routes.ts';
import { getTerms } from '#lib/program/terms/store/terms.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(brands.getTerms, async ({ caller: { brand }, now }) =>
  presentTermsOfOwner(await getTerms(brand.id, { kind: 'brand', id: brand.id }, now), brand.currency),
);
