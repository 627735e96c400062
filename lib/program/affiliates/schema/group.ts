// Defines the name of a group of creators. A group exists as soon as a creator is in it, or it has terms.
import * as z from 'zod';

/** No id of the service matches it, because an id contains `_`. So a group can own terms beside brands, campaigns and creators. */
export const groupName = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9-]{0,49}$/,
    'Must be 1 to 50 lower-case letters, digits or `-`, with a letter or digit first',
  )
  .meta({ description: 'The name of a group of creators.', example: 'vip' });
