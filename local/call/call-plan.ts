import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import type { Simulators } from '../clients/simulators.ts';
import type { ApiClient } from './api-client.ts';
import type { CallArguments } from './arguments.ts';
import type { Display } from './display.ts';
import type { Sample } from './sample.ts';
import type { SystemVoice } from './system-voice.ts';

export interface CallPlan {
  readonly arguments: Pick<CallArguments, 'to' | 'agent' | 'prompt' | 'inbound' | 'callee'> & {
    readonly from: string;
  };
  /** What the agent is named after. */
  readonly name: string;
  readonly script: readonly Line[];
  /** Further settings of agent and callee. */
  readonly sample?: Sample | undefined;
  readonly api: ApiClient;
  readonly simulators: Simulators;
  readonly display: Display;
  /** Whether each delivery is shown. */
  readonly showsWebhooks: boolean;
  /** Speaks what is said, if the user wants to hear it. */
  readonly voice: SystemVoice | undefined;
  /** The address of the console, if there is one. */
  readonly consoleUrl: string | undefined;
  /** Aborts when the user ends the command. */
  readonly signal: AbortSignal;
  /** Opens the keyboard for the callee of this carrier call; the returned function closes it. */
  readonly openKeyboard?: (sid: string) => () => void;
}
