import { type Prices, prices } from '../../domain/calls/cost/prices.ts';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

/** The prices by which the cost of calls is estimated. */
export const PRICES: Variable<Prices> = { name: 'PRICES', codec: json(prices) };
