import type { ToolCall } from '../../conversation/model/llm-message.ts';

/** Most concurrent tool calls: each may take seconds in which the callee waits. */
const MAX_CALLS = 8;

/** Most parts of the tool calls of one answer; an answer of 400 tokens has no more. */
const MAX_PARTS = 2_000;

/** Most characters of names, ids and arguments in the tool calls of one answer. */
const MAX_LENGTH = 32_768;

/** A part of a tool call, in the form of chat completions. */
export interface ToolCallPart {
  readonly index: number;
  readonly id?: string | undefined;
  readonly function?:
    | { readonly name?: string | undefined; readonly arguments?: string | undefined }
    | undefined;
}

/** Assembles tool calls from their parts: the name first, then parts of the arguments. Throws if they are too large. */
export class ToolCallParts {
  readonly #calls: ToolCall[] = [];
  readonly #positions = new Map<number, number>();
  #parts = 0;
  #length = 0;

  add({ index, id, function: part }: ToolCallPart): void {
    const position = this.#positionOf(index, id);
    const call = this.#calls[position];
    this.#count(position, `${call ? '' : id}${part?.name ?? ''}${part?.arguments ?? ''}`.length);
    this.#positions.set(index, position);
    this.#calls[position] = {
      id: call?.id || id || '',
      name: (call?.name ?? '') + (part?.name ?? ''),
      arguments: (call?.arguments ?? '') + (part?.arguments ?? ''),
    };
  }

  get whole(): readonly ToolCall[] {
    return this.#calls.map(({ id, name, arguments: given }, position) => ({
      id: id || `call_${position}`,
      name,
      arguments: given || '{}',
    }));
  }

  /** The calls as text, to estimate their tokens; empty without any. */
  get text(): string {
    return this.#calls.length > 0 ? JSON.stringify(this.#calls) : '';
  }

  #count(position: number, length: number): void {
    this.#parts += 1;
    this.#length += length;
    if (position >= MAX_CALLS || this.#parts > MAX_PARTS || this.#length > MAX_LENGTH)
      throw new Error('The language model calls too many tools, or with too long arguments.');
  }

  /** Some APIs send the same index for all calls, or none; there, another id begins another call. */
  #positionOf(index: number, id: string | undefined): number {
    const position = this.#positions.get(index) ?? this.#calls.length;
    const currentId = this.#calls[position]?.id;
    return currentId && id && currentId !== id ? this.#calls.length : position;
  }
}
