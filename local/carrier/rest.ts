import type { Route } from '../http/http-server.ts';
import { accountRoute } from './accounts/account-route.ts';
import { callOperations } from './call-operations.ts';
import type { CarrierContext } from './context.ts';

/** The vendor's REST API. */
export function restRoutes(context: CarrierContext): Route[] {
  return [...callOperations(context)].map((operation) => accountRoute(context.accounts, operation));
}
