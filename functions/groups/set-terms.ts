import { presentTermsOfOwner } from '#lib/program/terms/present.ts';
import { groups } from '#lib/program/terms/routes.ts';
import { setTerms } from '#lib/program/terms/store/terms.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';

export const handler = endpoint(
  groups.setTerms,
  async ({ caller: { brand }, params, body, now, ifMatch }) => {
    const present = (terms: Parameters<typeof presentTermsOfOwner>[0]) =>
      presentTermsOfOwner(terms, brand.currency);
    return present(await setTerms({ kind: 'group', id: params.group }, body, brand, now, ifMatch(present)));
  },
);
