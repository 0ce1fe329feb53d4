import { throttledReason } from '../limits/throttled.ts';
import { cancelled } from '../store/cancelled.ts';
import type { Load } from '../store/load.ts';
import type { OperationSource } from './prepared-operation.ts';

/**
 * Consumes the loads of a transaction, given for each action. Returns them; cancels the transaction if a throughput is
 * exhausted.
 */
export function admitTransaction(
  actions: readonly (readonly Load[])[],
  { throughput }: OperationSource,
): Load[] {
  const exhausted = actions.map((loads) => throughput.exhaustedBy(loads));
  if (exhausted.some((one) => one !== undefined))
    throw cancelled(exhausted.map((one) => (one ? throttledReason(one) : { Code: 'None' })));
  const loads = actions.flat();
  throughput.consume(loads);
  return loads;
}
