// Defines the caller of any authenticated request.
import type { Caller } from '#lib/access/auth/rules/caller.ts';
import type { CreatorCaller } from '#lib/program/creator-sessions/rules/caller.ts';

export type AnyCaller = Caller | CreatorCaller;
