import { type SyntheticCall, syntheticCall } from '../../domain/calls/synthetic-call.ts';
import { json } from './codecs.ts';
import type { Variable } from './variable.ts';

/** The number that the synthetic call calls, and its bounds. */
export const SYNTHETIC_CALL: Variable<SyntheticCall> = { name: 'SYNTHETIC_CALL', codec: json(syntheticCall) };
