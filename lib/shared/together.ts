// Work under way at the same time, none of which is left behind.

/**
 * As Promise.all, but a failure is thrown only when all have ended: what was still trying would otherwise write after
 * the caller was told that nothing was written.
 */
export async function allSettledOrThrow<Work extends readonly unknown[] | []>(
  work: Work,
): Promise<{ -readonly [Index in keyof Work]: Awaited<Work[Index]> }> {
  await Promise.allSettled(work);
  return Promise.all(work);
}
