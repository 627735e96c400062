// Converts the problems that zod finds to the details of an error.
import type * as z from 'zod';
import type { Detail } from '#lib/shared/errors.ts';

/** The error response lists at most this many invalid fields, because Lambda limits the size of responses. */
const maxDetails = 100;

/** Returns only the first problem of each field, because the other problems often follow from it. */
export function details(issues: readonly z.core.$ZodIssue[], unknownKey: string): readonly Detail[] {
  const byPath = new Map<string, Detail>();
  for (const issue of issues) {
    for (const detail of detailsOf(issue, unknownKey)) {
      if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
    }
    if (byPath.size >= maxDetails) break;
  }
  return [...byPath.values()].slice(0, maxDetails);
}

function detailsOf(issue: z.core.$ZodIssue, unknownKey: string): readonly Detail[] {
  const path = issue.path.join('.');
  // The message of zod for a wrong key of a record does not say what is wrong.
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: unknownKey }));
}

/** Replaces zod's message for a missing field, which mentions the type `undefined`. */
export const messages = {
  error: ({ input }: { input?: unknown }) => (input === undefined ? 'Required' : undefined),
};
