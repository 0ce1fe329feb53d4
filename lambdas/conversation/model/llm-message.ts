export type ModelMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A tool call with what came of it. `again`: whether the model is asked again, and gets the output. */
export interface ToolOutcome {
  readonly call: ToolCall;
  readonly output: unknown;
  readonly again: boolean;
}

export interface Passage {
  /** The id of its record in the database, shortened; absent if the vendor did not report one. */
  readonly id?: string;
  readonly text: string;
}
