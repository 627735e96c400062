import { interfaceDocument } from '#lib/surface/api/document.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';
import { service } from '#lib/surface/service/routes.ts';

export const handler = endpoint(service.openapi, interfaceDocument);
