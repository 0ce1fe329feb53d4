import type { Functions } from '../../functions/functions.ts';
import {
  askTarget,
  isFailure,
  MAX_INTEGRATION_MS,
  type ProxyFailure,
} from '../lambda-proxy/invoke-target.ts';
import type { ProxyResponse } from '../lambda-proxy/proxy-response.ts';
import type { WebSocketApi } from './websocket-api.ts';

/** Calls the function of a route; reports a failure. */
export type CallRoute = (
  api: WebSocketApi,
  routeKey: string,
  event: unknown,
) => Promise<ProxyResponse | ProxyFailure>;

const ACCEPTED: ProxyResponse = { status: 200, headers: [], body: '' };

/** Calls functions of routes. A missing route accepts everything. */
export function createCallRoute(functions: Functions, report: (line: string) => void): CallRoute {
  return async (api, routeKey, event) => {
    const target = api.routes.get(routeKey);
    if (!target || target === 'mock') return ACCEPTED;
    const answer = await askTarget({ functions, target, event, timeoutMs: MAX_INTEGRATION_MS }).catch(
      (error: unknown): ProxyFailure => ({ error: 'other', status: 500, reason: String(error) }),
    );
    if (isFailure(answer)) report(`WebSocket ${api.stage} ${routeKey}: ${answer.reason}`);
    return answer;
  };
}
