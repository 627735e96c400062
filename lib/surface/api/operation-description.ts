// Describes an operation in the OpenAPI document, with the notes that follow from its contract.
import { describeFilterSets } from '#lib/foundation/contract/filter-sets.ts';
import { type Route, takesIdempotencyKey } from '#lib/foundation/contract/route.ts';

/** Lists with several filters say which of them can be combined. */
function filterNotes({ filterSets, query }: Route): readonly string[] {
  const names = Object.keys(query?.shape ?? {});
  const sets = filterSets === undefined ? [] : describeFilterSets(filterSets, names);
  if (sets.length < 2) return [];
  return [`Filters that can be sent together: ${sets.join('; ')}. Any other combination returns 400.`];
}

const withoutKey = 'Does not accept an `Idempotency-Key`.';

const ratesNote = ({ rateFields = [] }: Route) =>
  rateFields.map(
    (field) =>
      `A brand can reserve rates for admins. Then \`${field}\` in the body of a member returns 403 with the code \`rate_for_admins_only\`.`,
  );

function scopeNote({ scope, contentScopes = [], fieldScopes }: Route): readonly string[] {
  if (scope === undefined || scope === 'any') return [];
  const further = contentScopes.map((other) => `\`${other}\``).join(', ');
  return [
    `An API key needs the scope \`${scope}\`${further === '' ? '' : `, and for the data of other areas ${further}`}.`,
    ...(fieldScopes === undefined
      ? []
      : [`It also needs the read scope of everything that \`${fieldScopes.name}\` selects.`]),
  ];
}

const modeNote = ({ testMode }: Route) =>
  testMode === 'refused' ? ['Has no test mode: returns 400 to `x-mode: test` and to test keys.'] : [];

const deprecationNote = ({ deprecated }: Route) =>
  deprecated === undefined
    ? []
    : [
        `Deprecated since ${deprecated.since}, and removed on ${deprecated.sunset}.` +
          (deprecated.replacement === undefined ? '' : ` Use \`${deprecated.replacement}\` instead.`),
      ];

const limitNote = ({ ignoresRequestLimit }: Route) =>
  ignoresRequestLimit === true ? ['Works beyond the request limit of the brand.'] : [];

export function descriptionOf(route: Route): string | undefined {
  const notes = [
    ...deprecationNote(route),
    ...(route.description === undefined ? [] : [route.description]),
    ...filterNotes(route),
    ...ratesNote(route),
    ...scopeNote(route),
    ...modeNote(route),
    ...limitNote(route),
    ...(route.method === 'POST' && !takesIdempotencyKey(route) ? [withoutKey] : []),
  ];
  return notes.length === 0 ? undefined : notes.join(' ');
}
