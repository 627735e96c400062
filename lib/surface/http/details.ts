// Converts the problems that zod finds to the details of an error.
import type * as z from 'zod';
import type { Detail } from '#lib/foundation/shared/errors.ts';
import { messageOf } from './issue-messages.ts';

/** The error response lists at most this many invalid fields, because Lambda limits the size of responses. */
const maxDetails = 100;

/** Returns only the first problem of each field, because the other problems often follow from it. */
export function details(issues: readonly z.core.$ZodIssue[], unknownKey: string): readonly Detail[] {
  const byPath = new Map<string, Detail>();
  for (const issue of issues.flatMap(ofOneForm)) {
    if (followsFromUnknownField(issue, issues)) continue;
    for (const detail of detailsOf(issue, unknownKey)) {
      if (!byPath.has(detail.path)) byPath.set(detail.path, detail);
    }
    if (byPath.size >= maxDetails) break;
  }
  return [...byPath.values()].slice(0, maxDetails);
}

/** An update of which all fields are unknown also has no field to change. */
const followsFromUnknownField = ({ code, path }: z.core.$ZodIssue, issues: readonly z.core.$ZodIssue[]) =>
  code === 'custom' &&
  issues.some((other) => other.code === 'unrecognized_keys' && other.path.join('.') === path.join('.'));

/** If a value has the type of only one form of a union, returns the problems of this form. */
function ofOneForm(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const [form, ...others] = issue.errors.filter((problems) => !problems.some(isOfOtherForm));
  if (form === undefined || others.length > 0) return [issue];
  return form.map((problem) => ({ ...problem, path: [...issue.path, ...problem.path] }));
}

const isOfOtherForm = ({ code, path }: z.core.$ZodIssue): boolean =>
  path.length === 0 && (code === 'invalid_type' || code === 'invalid_value');

function detailsOf(issue: z.core.$ZodIssue, unknownKey: string): readonly Detail[] {
  const path = issue.path.join('.');
  // The message of zod for a wrong key of a record does not say what is wrong.
  if (issue.code === 'invalid_key') return [{ path, message: issue.issues[0]?.message ?? issue.message }];
  if (issue.code !== 'unrecognized_keys') return [{ path, message: issue.message }];
  return issue.keys.map((key) => ({ path: path === '' ? key : `${path}.${key}`, message: unknownKey }));
}

/** Replaces the messages of zod, which name its own types. A message of a schema wins. */
export const messages = { error: messageOf };
