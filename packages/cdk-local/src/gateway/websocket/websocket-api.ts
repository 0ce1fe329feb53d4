import type { Rate } from '../../limits/token-bucket.ts';
import type { LambdaTarget } from '../lambda-proxy/lambda-target.ts';

/** The parts of a route selection expression: static text, and paths in a message's JSON. */
export type RouteSelection = readonly (string | readonly string[])[];

export interface WebSocketApi {
  readonly id: string;
  readonly stage: string;
  readonly selection: RouteSelection;
  /** By route key: `$connect`, `$disconnect`, `$default` or a value of the selection. */
  readonly routes: ReadonlyMap<string, WebSocketRoute>;
  /** The stage's limit of each route. */
  readonly limit: Rate | undefined;
}

/** The integration of a route: a function, or a mock, which drops messages. */
export type WebSocketRoute = LambdaTarget | 'mock';
