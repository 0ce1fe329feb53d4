import { absent, all, type ConditionalChange, equal } from '../../platform/table/conditional-change.ts';
import { changedFields } from '../../platform/table/field-update.ts';
import type { NewTurns } from '../model/new-turns.ts';
import { type Session, type StoredSession, withoutAgent } from '../model/session.ts';

/** Seconds for which a conversation's items are kept after its beginning. Calls keep their transcript. */
const KEPT_SECONDS = 7 * 24 * 3600;

/** The same for HIPAA-compliant calls, which are deleted at their end, from the last change. */
const KEPT_PRIVATE_SECONDS = 2 * 3600;

/** When an item of a conversation expires: seconds since 1970. */
export const expiry = ({ hipaa_compliant }: Pick<Session, 'hipaa_compliant'>, now: Date) =>
  Math.floor(now.getTime() / 1000) + (hipaa_compliant ? KEPT_PRIVATE_SECONDS : KEPT_SECONDS);

export const IS_OPEN = absent('closed');

export interface StoredChange extends NewTurns {
  readonly before: Session;
  readonly now: Date;
}

/** The change of a session by an event, unless it changed since it was read. */
export function sessionChange({ before, session: after, now }: StoredChange): ConditionalChange {
  const { set, remove } = changedFields(
    { played_characters: 0, ...withoutAgent(before) },
    withoutAgent(after),
  );
  // `played_characters` grows without changing the version, and `reports_playback` is set once there.
  const reportsAsBefore = before.reports_playback ? [] : [absent('reports_playback')];
  return {
    set: { ...set, expires_at: expiry(after, now) },
    remove,
    when: all(equal('version', before.version), IS_OPEN, ...reportsAsBefore),
  };
}

export interface AgentsFields {
  readonly generation: number;
  readonly set: Partial<Pick<StoredSession, 'answer' | 'failures' | 'ending' | 'language' | 'expected_keys'>>;
}

/** Sets fields of a session, unless the contact spoke since the generation or the conversation is closed. */
export const unlessInterrupted = ({ generation, set }: AgentsFields): ConditionalChange => ({
  set,
  add: { version: 1 },
  when: all(equal('generation', generation), IS_OPEN),
});
