import type { Meters } from '../cloudwatch/counts/meters.ts';

/** The answer of a REST API, as far as metrics need it. */
export interface AnsweredRequest {
  readonly apiName: string;
  readonly stage: string;
  readonly status: number;
  readonly latencyMs: number;
}

/**
 * Counts a request as API Gateway does, for the API and for its stage: an error is 0 or 1, so that its average is a share.
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/api-gateway-metrics-and-dimensions.html
 */
export function countRequest(
  { record }: Meters,
  { apiName, stage, status, latencyMs }: AnsweredRequest,
): void {
  for (const dimensions of [{ ApiName: apiName }, { ApiName: apiName, Stage: stage }]) {
    const add = (name: string, value: number) =>
      record({ namespace: 'AWS/ApiGateway', name, dimensions }, value);
    add('Count', 1);
    add('4XXError', Number(status >= 400 && status < 500));
    add('5XXError', Number(status >= 500));
    add('Latency', latencyMs);
  }
}

/** An event of a WebSocket API that metrics count. */
export type SocketEvent =
  | 'ConnectCount'
  | 'MessageCount'
  | 'ClientError'
  | 'ExecutionError'
  | 'IntegrationError';

/**
 * Counts an event of a WebSocket API, for the API and for its stage:
 * https://docs.aws.amazon.com/apigateway/latest/developerguide/apigateway-websocket-api-logging.html
 */
export function countSocketEvent(
  { record }: Meters,
  api: { readonly id: string; readonly stage: string },
  name: SocketEvent,
): void {
  for (const dimensions of [{ ApiId: api.id }, { ApiId: api.id, Stage: api.stage }])
    record({ namespace: 'AWS/ApiGateway', name, dimensions }, 1);
}
