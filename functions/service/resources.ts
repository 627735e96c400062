import { apiResources } from '#lib/surface/api/resources.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';
import { service } from '#lib/surface/service/routes.ts';

export const handler = endpoint(service.resources, apiResources);
