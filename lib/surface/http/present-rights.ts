// Repeats a change of rights if the rights of its caller have changed since the request began. docs/decisions/0127
import { isStaleCaller } from '#lib/access/auth/writes.ts';
import { unavailable } from '#lib/foundation/shared/errors.ts';
import type { Rereading } from './request.ts';

/** Throws a 401 or 403 if the caller has lost its rights, and a 503 if they change again during the second attempt. */
export async function withPresentRights<Request extends Rereading, Result>(
  request: Request,
  work: (request: Request) => Promise<Result> | Result,
): Promise<Result> {
  try {
    return await work(request);
  } catch (error) {
    if (!isStaleCaller(error)) throw error;
  }
  const caller = await request.rereadCaller();
  try {
    return await work({ ...request, caller });
  } catch (error) {
    throw isStaleCaller(error) ? unavailable(error) : error;
  }
}
