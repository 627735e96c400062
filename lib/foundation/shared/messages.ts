// Builds messages of invalid fields.

/** The message of a field of the wrong type. A missing field keeps the message that all missing fields have. */
export const unlessMissing =
  (message: string) =>
  ({ input }: { readonly input?: unknown }): string | undefined =>
    input === undefined ? undefined : message;
