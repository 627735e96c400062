// Converts stored users to API responses.
import type * as z from 'zod';
import type { StoredUser } from '#lib/access/users/schema/stored.ts';
import type { userAnswer } from '#lib/access/users/schema/users.ts';

export const presentUser = ({
  id,
  email,
  name,
  role,
  status,
  hasSecondFactor,
  createdAt,
}: StoredUser): z.input<typeof userAnswer> => ({ id, email, name, role, status, hasSecondFactor, createdAt });
