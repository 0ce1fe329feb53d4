/** Runs deployed functions. */
export interface Functions {
  /** Invokes by function ARN (qualifiers ignored). */
  invoke(functionArn: string, event: unknown): Promise<InvocationResult>;
}
export type InvocationResult =
  | { readonly ok: true; readonly payload: unknown }
  | {
      readonly ok: false;
      readonly error: 'timeout' | 'crash' | 'error' | 'throttled';
      readonly message: string;
    };
