export type ModelMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}

/** A function that the model may call. */
export interface ModelTool {
  /** Unique in a request: up to 64 letters, digits, dashes and underscores. */
  readonly name: string;
  readonly description: string;
  readonly parameters: Readonly<Record<string, unknown>>;
}

export interface Passage {
  /** The id of its record in the database, shortened; absent if the vendor did not report one. */
  readonly id?: string;
  readonly text: string;
}
