// Defines the range of days of a query.
import { dayInput } from '#lib/foundation/shared/date-schemas.ts';

export const rangeOfDays = {
  from: dayInput
    .optional()
    .meta({ description: 'The first day, in the time zone of the brand. Defaults to 29 days before `to`.' }),
  to: dayInput
    .optional()
    .meta({ description: 'The last day, in the time zone of the brand. Defaults to today.' }),
};
