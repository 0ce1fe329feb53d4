import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import type { CallArguments } from './arguments.ts';
import type { ApiClient } from './clients/api-client.ts';
import type { CarrierClient } from './clients/carrier-client.ts';
import type { Display } from './display.ts';
import type { Sample } from './sample.ts';

/** What a call needs. */
export interface CallPlan {
  readonly arguments: Pick<CallArguments, 'to' | 'agent' | 'prompt' | 'inbound'> & {
    readonly from: string;
  };
  readonly script: readonly Line[];
  /** Decides further what agent and callee are like. */
  readonly sample?: Sample | undefined;
  readonly api: ApiClient;
  readonly carrier: CarrierClient;
  readonly display: Display;
  /** Aborted when the person wants the call to end. */
  readonly signal: AbortSignal;
  /** Lets the person speak for the callee of this call of the carrier's; the returned function ends that. */
  readonly openKeyboard?: (sid: string) => () => void;
}
