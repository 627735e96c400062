import { answerMessage, keepHeaders } from '#lib/surface/assistant/answer-message.ts';
import { endpoint } from '#lib/surface/http/endpoint.ts';
import { assistant } from '#lib/surface/service/routes.ts';

export const handler = endpoint(assistant.call, answerMessage, { prefetch: keepHeaders });
