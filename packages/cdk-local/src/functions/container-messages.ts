import type { ClockSetting } from '../clock/install-clock.ts';
import type { FunctionDefinition } from './function-definition.ts';

export interface ContainerStart
  extends Pick<FunctionDefinition, 'name' | 'directory' | 'handler' | 'memoryMb'> {
  /** The clock of the function, and the URL of the module that installs it. @default real time */
  readonly clock?: { readonly module: string; readonly setting: ClockSetting };
}

/** To the idle container: free unused memory. */
export interface RestMessage {
  readonly type: 'rest';
}

/** To the container; the event is serialized, so that handlers get only JSON. */
export interface InvokeMessage {
  readonly type: 'invoke';
  readonly requestId: string;
  readonly invokedArn: string;
  readonly event: string;
  readonly traceHeader: string;
  /** Epoch milliseconds at which the invocation times out. */
  readonly deadline: number;
}

export type ContainerMessage =
  | { readonly type: 'ready' }
  | { readonly type: 'result'; readonly payload: string }
  | {
      readonly type: 'error';
      readonly errorType: string;
      readonly errorMessage: string;
      readonly stack: readonly string[];
    };
