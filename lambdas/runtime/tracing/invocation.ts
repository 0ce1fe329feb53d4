import type { Step, StepStart } from './step.ts';

/** The parts of a gateway's invocation that a step contains. */
interface GatewayRequest {
  readonly requestContext: { readonly requestId?: unknown; readonly requestTimeEpoch?: unknown };
}

/**
 * The step of an invocation, named after its request if it has one. `name`: the name of the step; for requests a method
 * and a path, never with values in it.
 */
export function stepOfInvocation(
  name: string,
  { event, context }: { readonly event: unknown; readonly context: unknown },
): StepStart {
  const request = isGatewayRequest(event) ? event.requestContext : undefined;
  const invocationId = isObject(context) ? context.awsRequestId : undefined;
  return {
    name,
    requestId: textOf(request?.requestId) ?? textOf(invocationId) ?? 'unknown',
    ...(request && {
      kind: 'server',
      // When it arrived at the gateway, before a cold start.
      startMs: typeof request.requestTimeEpoch === 'number' ? request.requestTimeEpoch : undefined,
      attributes: routeOf(name),
    }),
  };
}

/** Notes the answer to the gateway. */
export function noteAnswer({ span }: Step, answer: unknown): void {
  if (!isObject(answer) || typeof answer.statusCode !== 'number') return;
  span.set({ 'http.response.status_code': answer.statusCode });
  if (answer.statusCode >= 500) span.fail(String(answer.statusCode));
}

function routeOf(name: string) {
  const [method = '', route] = name.split(' ');
  return route === undefined ? {} : { 'http.request.method': method, 'http.route': route };
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined);

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

const isGatewayRequest = (event: unknown): event is GatewayRequest =>
  isObject(event) && isObject(event.requestContext);
