import { interfaceDocument } from '#lib/api/document.ts';
import { endpoint } from '#lib/http/endpoint.ts';
import { service } from '#lib/service/routes.ts';

export const handler = endpoint(service.openapi, interfaceDocument);
