// Declares a second path of an endpoint, such as one with the id of the brand instead of the id of the service.
import type * as z from 'zod';

/** Another path of a function, whose parameters find the same resource. */
export interface OtherPath {
  /** The operation of the OpenAPI document is `<name of the route>.<name>`. */
  readonly name: string;
  readonly path: string;
  readonly params: z.ZodObject;
}

interface Paths {
  readonly path: string;
  readonly alsoAt?: OtherPath;
}

export const pathsOf = ({ path, alsoAt }: Paths): readonly string[] =>
  alsoAt === undefined ? [path] : [path, alsoAt.path];
