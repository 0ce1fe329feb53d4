import { isObject, tryParseJson } from '../../platform/parse-json.ts';
import type { ToolCall } from '../model/llm-message.ts';

/** Maximum concurrent tool calls: each may take seconds while the callee waits. */
const MAX_CALLS = 8;

/** Maximum parts of the tool calls of one answer; an answer of 400 tokens has no more. */
const MAX_PARTS = 2_000;

/** Maximum characters of names, ids and arguments in the tool calls of one answer. */
const MAX_LENGTH = 32_768;

/** A part of a tool call. Vendors may omit any field and repeat others. */
export interface ToolCallPart {
  readonly index?: number | undefined;
  readonly id?: string | undefined;
  readonly name?: string | undefined;
  readonly arguments?: string | undefined;
}

/** Assembles tool calls from their parts, by their index, else by their id. Throws if they are too large. */
export class ToolCallParts {
  readonly #calls: ToolCall[] = [];
  readonly #positions = new Map<number, number>();
  #parts = 0;

  add(part: ToolCallPart): void {
    const { id = '', name = '', arguments: piece = '' } = part;
    if (id + name + piece === '') return;
    const position = this.#positionOf(part);
    const before = this.#calls[position] ?? { id: '', name: '', arguments: '' };
    this.#calls[position] = {
      id: before.id || id,
      name: before.name === name ? name : before.name + name,
      arguments: isRepeated(before, piece) ? piece : before.arguments + piece,
    };
    this.#positions.set(part.index ?? position, position);
    this.#checkSize();
  }

  get whole(): readonly ToolCall[] {
    const ids = this.#calls.map(({ id }) => id);
    return this.#calls.map(({ id, name, arguments: given }, position) => ({
      id: id && ids.indexOf(id) === position ? id : `call_${position}`,
      name,
      arguments: given || '{}',
    }));
  }

  /** The calls as text, to estimate their tokens; empty without any. */
  get text(): string {
    return this.#calls.length > 0 ? JSON.stringify(this.#calls) : '';
  }

  #checkSize(): void {
    this.#parts += 1;
    const { length } = this.#calls.map((call) => call.id + call.name + call.arguments).join('');
    if (this.#calls.length > MAX_CALLS || this.#parts > MAX_PARTS || length > MAX_LENGTH)
      throw new Error('The language model called too many tools, or with arguments that are too long.');
  }

  /** The call with the index or id of the part; without these, the latest; or another call. */
  #positionOf(part: ToolCallPart): number {
    const { index, id } = part;
    const next = this.#calls.length;
    const byId = id ? this.#calls.findIndex((call) => call.id === id) : -1;
    const known = byId < 0 ? Math.max(0, next - 1) : byId;
    const position = index === undefined ? known : (this.#positions.get(index) ?? next);
    const call = this.#calls[position];
    return call && beginsAnother(call, part) ? next : position;
  }
}

/** Whether a part begins another call: a name does once the arguments are complete. An id alone begins none. */
function beginsAnother(call: ToolCall, { index, id, name, arguments: piece }: ToolCallPart): boolean {
  if (!name || !call.name || (id && id === call.id)) return false;
  const isOther = name !== call.name;
  if (index === undefined && id) return isOther || isWhole(call.arguments);
  return isWhole(call.arguments) && (isOther || Boolean(id && piece));
}

/** Whether a piece replaces the arguments so far: it repeats them, or they are `{}`, which some vendors send first. */
const isRepeated = ({ arguments: before }: ToolCall, piece: string) =>
  piece !== '' && (before === '{}' || (before === piece && isWhole(piece)));

const isWhole = (text: string) => isObject(tryParseJson(text));
