import type { Route } from '../http/http-server.ts';
import { accountItself } from './accounts/account-resource.ts';
import { accountRoute } from './accounts/account-route.ts';
import { callOperations } from './calls/call-operations.ts';
import { numberOperations } from './numbers/number-operations.ts';
import { numberPrices } from './numbers/number-prices.ts';
import { recordingOperations } from './recordings/recording-operations.ts';
import type { CarrierContext } from './state/context.ts';

/** The vendor's REST API, and its pricing API, which has another host at the vendor. */
export function restRoutes(context: CarrierContext): Route[] {
  const operations = [
    accountItself,
    ...callOperations(context),
    ...numberOperations(context),
    ...recordingOperations(context),
  ];
  return [...operations.map((operation) => accountRoute(context, operation)), numberPrices(context)];
}
