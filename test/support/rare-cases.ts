// Loads the rare situations of all endpoints. Some of them change the table of this process directly.
import { loadFromDomains } from './cases.ts';
import type { SituationsByEndpoint } from './define-cases.ts';

const modules = await loadFromDomains<{ readonly rareCases: SituationsByEndpoint }>('rare-cases.ts');

export const rareSituations: SituationsByEndpoint = Object.assign(
  {},
  ...modules.map(({ rareCases }) => rareCases),
);
