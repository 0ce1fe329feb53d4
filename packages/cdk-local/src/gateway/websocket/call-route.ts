import type { Functions } from '../../functions/functions.ts';
import { invokeTarget, MAX_INTEGRATION_MS } from '../lambda-proxy/invoke-target.ts';
import { type ProxyResponse, parseProxyResponse } from '../lambda-proxy/proxy-response.ts';
import type { WebSocketApi } from './websocket-api.ts';

export interface RouteFailure {
  readonly status: 500 | 502 | 504;
}

/** Calls the function of a route; reports a failure. */
export type CallRoute = (
  api: WebSocketApi,
  routeKey: string,
  event: unknown,
) => Promise<ProxyResponse | RouteFailure>;

const ACCEPTED: ProxyResponse = { status: 200, headers: [], body: '' };

/** Calls functions of routes. A missing route accepts everything. */
export function createCallRoute(functions: Functions, report: (line: string) => void): CallRoute {
  return async (api, routeKey, event) => {
    const route = api.routes.get(routeKey);
    if (!route || route === 'mock') return ACCEPTED;
    const fail = (status: RouteFailure['status'], reason: string): RouteFailure => {
      report(`WebSocket ${api.stage} ${routeKey}: ${reason}`);
      return { status };
    };
    try {
      const result = await invokeTarget({ functions, target: route, event, timeoutMs: MAX_INTEGRATION_MS });
      if (!result.ok) return fail(statusOf(result.error), result.message);
      const response = parseProxyResponse(result.payload);
      return typeof response === 'string' ? fail(502, response) : response;
    } catch (error) {
      return fail(500, error instanceof Error ? (error.stack ?? error.message) : String(error));
    }
  };
}

export function isResponse(answer: ProxyResponse | RouteFailure): answer is ProxyResponse {
  return 'body' in answer;
}

function statusOf(error: string): RouteFailure['status'] {
  if (error === 'integration-timeout') return 504;
  return error === 'not-permitted' || error === 'throttled' ? 500 : 502;
}
