/** One message of what the model is given, as chat-completions APIs name them. */
export type ModelMessage =
  | { readonly role: 'system' | 'user' | 'assistant'; readonly content: string }
  | { readonly role: 'assistant'; readonly content: string | null; readonly toolCalls: readonly ToolCall[] }
  | { readonly role: 'tool'; readonly toolCallId: string; readonly content: string };

/** What the model asked for; `arguments` is JSON, or ought to be. */
export interface ToolCall {
  readonly id: string;
  readonly name: string;
  readonly arguments: string;
}
