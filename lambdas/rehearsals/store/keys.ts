import { inConversation } from '../../conversation/store/keys.ts';
import { inUser, type Key } from '../../platform/table/keys.ts';

/** The key of what is noted at a line of a rehearsal's caller, by the number of its turn. */
export const rehearsalNoteKey = (connectionId: string, turn: number): Key =>
  inConversation(connectionId, `${REHEARSAL_NOTE_PREFIX}${String(turn).padStart(6, '0')}`);

export const REHEARSAL_NOTE_PREFIX = 'NOTE#';

/** Stands for a rehearsal's WebSocket. API Gateway makes no id with a `#`, so no frame can name it. */
export const rehearsalConnection = (userId: string, id: string): string => `REHEARSAL#${userId}#${id}`;

export const rehearsalsKey = (userId: string): Key => inUser(userId, 'REHEARSALS');

/** The key of a user's leases for turns of rehearsals that are under way. */
export const rehearsalTurnsKey = (userId: string): Key => inUser(userId, 'REHEARSAL_TURNS');
