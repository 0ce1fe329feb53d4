import type { LambdaTarget } from '../lambda-proxy/lambda-target.ts';

/** A WebSocket API as its template deploys it. */
export interface WebSocketApi {
  readonly id: string;
  /** Name in messages. */
  readonly name: string;
  readonly stage: string;
  readonly stageVariables: Readonly<Record<string, string>> | undefined;
  /** Where a message's JSON names its route: `['action']` for `$request.body.action`. */
  readonly selection: readonly string[];
  /** By route key: `$connect`, `$disconnect`, `$default` or a value of the selection. */
  readonly routes: ReadonlyMap<string, WebSocketRoute>;
}

/** What answers the messages of a route. */
export interface WebSocketRoute {
  readonly target: LambdaTarget;
  readonly timeoutMs: number;
}
