import { type Prices, prices } from '../../domain/calls/cost/prices.ts';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

export const PRICES: Variable<Prices> = { name: 'PRICES', codec: json(prices) };
