export interface Functions {
  /** Invokes by function ARN. `traceHeaders`: of the triggering messages. @default a new chain of requests */
  invoke(functionArn: string, event: unknown, traceHeaders?: readonly string[]): Promise<InvocationResult>;
}
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | {
      readonly ok: false;
      readonly error: 'timeout' | 'crash' | 'error' | 'throttled' | 'recursive';
      readonly message: string;
    };
