import type { Rate } from '../../limits/token-bucket.ts';
import type { LambdaTarget } from '../lambda-proxy/lambda-target.ts';
import type { RouteSelection } from './route-selection.ts';

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
