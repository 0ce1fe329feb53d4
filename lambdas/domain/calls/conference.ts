import * as z from 'zod/mini';
import { phoneNumber } from '../fields.ts';
import type { CallAction } from '../records/action.ts';
import type { StoredCall } from './call.ts';

const config = z.lazy(() =>
  z.object({ phone_number: phoneNumber, place_primary_on_hold: z._default(z.boolean(), true) }),
);

/** A conference that a call is handed on to. */
export interface Conference {
  /** Nobody else's: the vendor's id of the conversation that was handed on. */
  readonly name: string;
  /** The number that is called into it. */
  readonly phoneNumber: string;
  /** Whether the callee hears music until the participant answers. */
  readonly isHeld: boolean;
}

/** The conference that an action makes of the conversation with this id; undefined for another action. */
export function conferenceBy(action: CallAction, sessionId: string): Conference | undefined {
  if (action.type !== 'action_add_to_conference') return undefined;
  const { phone_number: phoneNumber, place_primary_on_hold: isHeld } = config.parse(action.config);
  return { name: sessionId, phoneNumber, isHeld };
}

/** The conference that a call was last handed on to; undefined where it was transferred, or neither. */
export function conferenceOf({ agent, transfer }: StoredCall): Conference | undefined {
  const action = agent.actions.find(({ id }) => id === transfer?.action_id);
  return transfer && action && conferenceBy(action, transfer.session_id);
}

/** Whether the participant is ringing, or may be. */
export function isRinging({ transfer, stage }: StoredCall): boolean {
  return transfer?.state === 'dialling' && stage === 'transfer_started';
}
