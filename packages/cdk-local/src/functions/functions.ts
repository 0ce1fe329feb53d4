export interface Functions {
  /**
   * Invokes by function ARN, with or without an alias. `traceHeaders` are those of the triggering messages.
   * @default the invocation begins a chain of requests
   */
  invoke(functionArn: string, event: unknown, traceHeaders?: readonly string[]): Promise<InvocationResult>;
}
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | {
      readonly ok: false;
      readonly error: 'timeout' | 'crash' | 'error' | 'throttled' | 'recursive';
      readonly message: string;
    };
