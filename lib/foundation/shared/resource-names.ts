// Defines the schemas of texts that name a resource, such as ids.
import * as z from 'zod';
import { isResource, type Resource, resources } from './resources.ts';

/** A text that does not match the pattern names no resource. Its issue says which one is missing: `missingResource` reads it. */
export const resourceName = (resource: Resource, pattern: RegExp, text = z.string()) =>
  text
    .refine((name) => pattern.test(name), { error: resources[resource].message, params: { resource } })
    .meta({ pattern: pattern.source });

export function missingResource(issue: z.core.$ZodIssue): Resource | undefined {
  const name = issue.code === 'custom' ? String(issue.params?.resource) : '';
  return isResource(name) ? name : undefined;
}
