import type { ModelMessage, ModelTool, ToolCall } from '../model/llm-message.ts';
import type { ReasoningEffort } from '../model/model-traits.ts';
import type { ModelUsage } from './model-usage.ts';

/** A chunk of the model's streamed answer: text, a complete tool call, or a sign that a tool call is being written. */
export type ModelChunk =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'tool'; readonly call: ToolCall }
  | { readonly kind: 'tool-part' };

export interface ModelRequest {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly mayUseTools: boolean;
  readonly temperature: number;
  /** The reasoning effort of the model. @default the model's own */
  readonly reasoningEffort?: ReasoningEffort | null | undefined;
  readonly signal: AbortSignal;
  /** JSON schema of the answer, for an answer in JSON. @default text */
  readonly answer?: { readonly name: string; readonly schema: Record<string, unknown> };
  /** Called once with the request's tokens when the answer is over; never if the request was refused. */
  readonly onUsage?: (usage: ModelUsage) => void;
}

export interface LanguageModel {
  stream(request: ModelRequest): AsyncIterable<ModelChunk>;
}
