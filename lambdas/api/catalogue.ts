import type { EndpointContract, Schema } from '../platform/endpoint.ts';
import { createAgent } from './agents/create.ts';
import { getAgent } from './agents/get.ts';
import { createCall } from './calls/create.ts';
import { endCall } from './calls/end.ts';
import { getCall } from './calls/get.ts';
import { listCalls } from './calls/list.ts';
import { createPrompt } from './prompts/create.ts';
import { createVoice } from './voices/create.ts';
import { createWebhook } from './webhooks/create.ts';

/** Every endpoint of the API, by the file (below this folder) that declares and serves it. */
export const catalogue: Readonly<Record<string, EndpointContract<Schema, Schema, Schema>>> = {
  'agents/create': createAgent,
  'agents/get': getAgent,
  'calls/create': createCall,
  'calls/end': endCall,
  'calls/get': getCall,
  'calls/list': listCalls,
  'prompts/create': createPrompt,
  'voices/create': createVoice,
  'webhooks/create': createWebhook,
};
