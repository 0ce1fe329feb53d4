import type { LambdaTarget } from '../lambda-proxy/lambda-target.ts';

/** A deployed WebSocket API. */
export interface WebSocketApi {
  readonly id: string;
  /** Name in messages. */
  readonly name: string;
  readonly stage: string;
  readonly stageVariables: Readonly<Record<string, string>> | undefined;
  /** The path of the route's name in a message's JSON: `['action']` for `$request.body.action`. */
  readonly selection: readonly string[];
  /** By route key: `$connect`, `$disconnect`, `$default` or a value of the selection. */
  readonly routes: ReadonlyMap<string, WebSocketRoute>;
}

/** The integration of a route. */
export interface WebSocketRoute {
  readonly target: LambdaTarget;
  readonly timeoutMs: number;
}
