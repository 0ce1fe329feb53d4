import type { Client, Schema } from 'phone-call-agents-client';
import type { Line } from 'vendor-simulators/carrier/callees/callee-config.ts';
import type { Sample } from '#cli/samples/sample.ts';
import type { Simulators } from '#cli/simulators/simulators.ts';
import type { CallArguments } from './arguments.ts';
import type { Display } from './display.ts';
import type { SystemVoice } from './system-voice.ts';

export type ShownCall = Pick<Schema<'Call'>, 'id' | 'status'> & Partial<Schema<'Call'>>;

export interface CallPlan {
  readonly arguments: Pick<CallArguments, 'to' | 'agent' | 'prompt' | 'inbound' | 'callee'> & {
    readonly from: string;
  };
  /** The suffix of the agent's name. */
  readonly name: string;
  readonly script: readonly Line[];
  /** Further settings of agent and callee. */
  readonly sample?: Sample | undefined;
  readonly api: Client;
  readonly simulators: Simulators;
  readonly display: Display;
  /** Whether to show each delivery. */
  readonly showsWebhooks: boolean;
  /** Speaks the conversation aloud, if the user wants that. */
  readonly voice: SystemVoice | undefined;
  /** The address of the console, if there is one. */
  readonly consoleUrl: string | undefined;
  /** Aborts when the user interrupts the command. */
  readonly signal: AbortSignal;
  /** Opens the keyboard for the callee of this carrier call; the returned function closes it. */
  readonly openKeyboard?: (sid: string) => () => void;
}
