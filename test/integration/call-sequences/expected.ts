// What the models of calls, conversations, keys and agents expect.
import type { VersionSplit } from '../../../lambdas/domain/records/version-split.ts';

/** How an agent listens for keys. */
export interface Keypad {
  readonly terminator: '#' | 'none';
  readonly max_length: number;
  /** Whether no record may show the keys. */
  readonly isMasked: boolean;
}

/** A key with the time at which it was pressed and the id of its frame, such as `1767225600000 5 key-17`. */
export type Key = `${number} ${string} ${string}`;

/** A conversation over one connection. */
export interface Talk {
  readonly connection: string;
  readonly open: boolean;
  /** The call has the connection, but its conversation is not stored: its beginning broke off in between. */
  readonly unbegun?: true;
  /** The turns in order: `human: …`, `agent: …`, `did: …`. */
  readonly turns: readonly string[];
  /** The agent's pending answer. */
  readonly speaking?: { readonly text: string; readonly complete: boolean } | undefined;
  /** All text that was sent to the vendor. */
  readonly sent: string;
  readonly generation: number;
  readonly played?: number | undefined;
  readonly tellsPlayed?: boolean;
  readonly leaving?: boolean;
  /** The agent is silent until the callee is back. */
  readonly holding?: boolean;
  readonly failures: number;
  /** Absent if the agent does not listen for keys. */
  readonly keypad?: Keypad;
  /** Keys that belong to no turn yet, and those of the last turn of keys. */
  readonly pressed?: readonly Key[];
  readonly entered?: readonly Key[];
  /** The number of keys for which the agent asked. */
  readonly expected?: number;
  /** The keys that no record may show. */
  readonly secrets?: readonly string[];
}

/** The expected state of an agent. */
export interface AgentState {
  /** The prompt of each version. */
  readonly versions: readonly string[];
  /** The prompt of the present agent. */
  readonly present: string;
  readonly drafts: boolean;
  readonly published: VersionSplit | null;
}

/** The expected state of a call. */
export interface State {
  readonly status: 'not_started' | 'in_progress' | 'ended' | 'error';
  readonly started: boolean;
  readonly dialling: boolean;
  readonly sid: boolean;
  readonly talk?: Talk;
  readonly transfer?: {
    readonly session: string;
    readonly state: string;
    readonly isWarm: boolean;
    /** Numbers that were not tried yet. */
    readonly left: number;
    readonly verdict?: string | undefined;
  };
  /** The outcome of each attempt of all transfers: `ringing`, `connected` or the reason of its failure. */
  readonly attempts: readonly string[];
  /** The connection from which the callee returns after a failed transfer. */
  readonly returning?: string | undefined;
  readonly broken?: {
    readonly session: string;
    readonly connection: string | undefined;
    readonly count: number;
  };
  readonly detected?: 'human' | 'no_human';
  readonly recorded: boolean;
  readonly endedBy?: 'api' | 'service';
  readonly agent: AgentState;
}

/** One write of a function. An event is a list of them; others may come in between, or the function may die. */
export type Step = (state: State) => State;
