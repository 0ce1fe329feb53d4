import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { Functions, InvocationResult } from '../../src/functions/functions.ts';
import { createGateway, type Gateway } from '../../src/gateway/gateway.ts';
import type { Resource } from '../../src/template/resource.ts';
import { FUNCTION_ARN } from './api-resources.ts';

type Result = InvocationResult | Promise<InvocationResult>;

// biome-ignore lint/suspicious/noExplicitAny: events are asserted upon freely
export type AnyEvent = any;

/** The behaviour of each function, by name. */
export type Handlers = Readonly<Record<string, (event: AnyEvent) => Result>>;

/** A successful invocation with that proxy response. */
export function ok(body: unknown = {}, response: Record<string, unknown> = {}): InvocationResult {
  return { ok: true, payload: { statusCode: 200, body: JSON.stringify(body), ...response } };
}

/** A running gateway, and the calls of its functions. */
export interface Running {
  readonly url: string;
  readonly webSocketUrl: string;
  readonly gateway: Gateway;
  readonly server: Server;
  readonly calls: { readonly name: string; readonly event: AnyEvent }[];
  readonly reports: string[];
  /** The events of a function. */
  eventsOf(name: string): AnyEvent[];
}

/** Serves the resources on a free port until the end of the test. */
export async function startGateway(
  resources: readonly Resource[],
  handlers: Handlers,
  options: { readonly now?: () => number } = {},
): Promise<Running> {
  const calls: Running['calls'] = [];
  const reports: string[] = [];
  const functions: Functions = {
    async invoke(functionArn, event) {
      const name = functionArn.slice(FUNCTION_ARN.length);
      calls.push({ name, event });
      const handler = handlers[name];
      if (!handler) throw new Error(`no function ${name}`);
      return handler(structuredClone(event));
    },
  };
  const unique = [...new Map(resources.map((each) => [each.logicalId, each])).values()];
  const gateway = createGateway({
    resources: unique,
    functions,
    report: (line) => reports.push(line),
    ...options,
  });
  const server = createServer(gateway.handleRequest).on('upgrade', gateway.handleUpgrade);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(async () => {
    await gateway.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    webSocketUrl: `ws://127.0.0.1:${port}/relay`,
    gateway,
    server,
    calls,
    reports,
    eventsOf: (name) => calls.filter((call) => call.name === name).map(({ event }) => event),
  };
}
