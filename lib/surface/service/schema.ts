// Defines the list of the resources of the API.
import * as z from 'zod';

const resource = z
  .object({
    name: z.string().meta({ description: 'The area of the resource, as the tag in the OpenAPI document.' }),
    path: z.string().meta({ description: 'The path, with its parameters in braces.' }),
    description: z.string().meta({ description: 'The purposes of the methods.' }),
    methods: z.array(z.string()).meta({ description: 'The methods that the path accepts.' }),
  })
  .meta({ id: 'ApiResource', description: 'A path of the API.' });

export const apiIndex = z
  .object({
    openapi: z.string().meta({ description: 'The path of the OpenAPI document.' }),
    resources: z.array(resource).meta({ description: 'All paths of the API.' }),
  })
  .meta({ id: 'ApiIndex', description: 'The resources of the API.' });

export type ApiIndex = z.output<typeof apiIndex>;
