// Declares the brand whose data cover a year. Its campaigns follow the calendar, so they depend on the current day.
import type { DemoBrand, DemoCampaign, DemoCreator } from '#infra/local/demo/demo-brands.ts';
import { dayOf, daysInclusive } from '#lib/foundation/shared/dates.ts';
import { blackFridayOf } from './season.ts';

export const daysOfYear = 365;

/** Returns the number of days from today to the day, negative for a day in the past. */
const daysFrom = (today: string, day: string): number =>
  day < today ? 1 - daysInclusive(day, today) : daysInclusive(today, day) - 1;

/** Returns the days of the season that began last. */
function lastSeason(today: string, seasonOf: (year: number) => readonly [string, string]) {
  const year = Number(today.slice(0, 4));
  const season = seasonOf(year)[0] <= today ? seasonOf(year) : seasonOf(year - 1);
  return { from: daysFrom(today, season[0]), to: daysFrom(today, season[1]) };
}

function seasonal(today: string): readonly DemoCampaign[] {
  const statusAt = (to: number) => (to < 0 ? ('ended' as const) : ('active' as const));
  const summer = lastSeason(today, (year) => [`${year}-06-01`, `${year}-08-31`]);
  const blackFriday = lastSeason(today, (year) => [
    dayOf(new Date(Date.parse(blackFridayOf(year)) - 4 * 86_400_000)),
    dayOf(new Date(Date.parse(blackFridayOf(year)) + 3 * 86_400_000)),
  ]);
  const generous = { type: 'percentage', value: 20 } as const;
  return [
    { name: 'Summer Trails', status: statusAt(summer.to), ...summer, page: 'summer' },
    {
      ...{ name: 'Black Friday', status: statusAt(blackFriday.to), ...blackFriday },
      ...{ page: 'black-friday', commission: generous },
    },
  ];
}

const percent = (value: number) => ({ type: 'percentage' as const, value });

/** Each row is a name, optionally with a handle for names that are not in Latin letters. The first ones sell most. */
const activeCreators: readonly DemoCreator[] = [
  { name: 'Ada Bergström', handle: 'ada-bergstrom', discountPercent: 15, group: 'ambassadors' },
  { name: 'Bob Fields', discountPercent: 15, override: percent(20), group: 'ambassadors' },
  { name: 'Camille Laurent', discountPercent: 10, group: 'ambassadors' },
  { name: 'Diego Fuentes', discountPercent: 10, group: 'ambassadors' },
  { name: 'نور حداد', handle: 'noor-haddad', discountPercent: 12, group: 'ambassadors' },
  { name: 'Emma Johansson', discountPercent: 10, group: 'athletes' },
  { name: '田中 葵', handle: 'aoi-tanaka', discountPercent: 10, group: 'athletes' },
  { name: 'Finn Gallagher', discountPercent: 10, group: 'athletes' },
  { name: 'Greta Hoffmann', discountPercent: 20, group: 'athletes' },
  { name: 'Hugo Almeida', discountPercent: 10 },
  { name: 'Isla Macdonald', group: 'athletes' },
  { name: 'Jakub Wójcik', handle: 'jakub-wojcik', discountPercent: 5 },
  { name: 'Keira Okonkwo', discountPercent: 10 },
  { name: 'Liam Nguyen' },
  { name: 'Mila Horvat', discountPercent: 10 },
  { name: 'Niko Virtanen' },
  { name: 'Olivia Marchetti-Bellincampi of the Mountain Huts', handle: 'olivia-huts' },
  { name: 'Pablo Serrano', discountPercent: 10 },
  { name: 'Quinn Ashworth' },
  { name: 'Rosa Delgado', discountPercent: 10, group: 'newsletters' },
  { name: 'Samir Aziz', group: 'newsletters' },
  { name: 'Tess Vandermeer', group: 'newsletters' },
  { name: 'Uma Krishnan', discountPercent: 10 },
  { name: 'Viktor Lazar' },
  { name: 'Wren Holloway' },
  { name: 'Xenia Pappas' },
  { name: 'Yara Coelho' },
  { name: 'Zoe Whitaker', discountPercent: 10 },
].map((creator) => ({ ...creator, status: 'active' }));

const otherCreators: readonly DemoCreator[] = [
  { name: 'Anton Reuter', status: 'paused', discountPercent: 10 },
  { name: 'Bianca Moretti', status: 'paused' },
  { name: 'Cyril Petit', status: 'paused' },
  { name: 'Dana Whitlock', status: 'invited' },
  { name: 'Elio Bruno', status: 'invited' },
  { name: 'Farah Siddiqui', status: 'invited' },
  { name: 'Gus Thornton', status: 'invited' },
  { name: 'Hana Suzuki', status: 'invited' },
  { name: 'Igor Baran', status: 'invited' },
  { name: 'Jade Monroe', status: 'invited' },
  { name: 'Kurt Spamer', status: 'banned' },
  { name: 'Lola Couponking', status: 'banned' },
];

export function yearBrand(now: Date): DemoBrand {
  const always = { name: 'Trail Partners', status: 'active', from: -daysOfYear, to: daysOfYear } as const;
  const next = { name: 'Spring Preview', status: 'draft', from: 40, to: 100 } as const;
  return {
    account: 'year',
    plan: 'scale',
    name: 'Meridian Outdoor',
    currency: 'EUR',
    landingUrl: 'https://meridian-outdoor.test/',
    ages: { brand: 800, oldestCreator: 420, newestCreator: 25 },
    campaigns: [
      { ...always, page: 'partners', commission: percent(12) },
      ...seasonal(dayOf(now)),
      { ...next, page: 'spring' },
    ],
    creators: [...activeCreators, ...otherCreators],
  };
}
