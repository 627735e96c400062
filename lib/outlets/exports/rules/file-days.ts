// Defines how long the files of exports are kept. The deployment reads this file, so it must not import zod.
export const fileDays = 7;
