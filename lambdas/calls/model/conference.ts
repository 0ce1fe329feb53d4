import * as z from 'zod/mini';
import type { CallAction } from '../../actions/model/action.ts';
import { actionIn } from '../../agents/model/call-snapshot.ts';
import { phoneNumber } from '../../platform/fields.ts';
import type { CallWithSnapshot } from './snapshot.ts';

const config = z.lazy(() =>
  z.object({ phone_number: phoneNumber, place_primary_on_hold: z._default(z.boolean(), true) }),
);

export interface Conference {
  /** Unique: the vendor's id of the relay session. */
  readonly name: string;
  readonly phoneNumber: string;
  readonly isHeld: boolean;
}

function conferenceBy(action: CallAction, sessionId: string): Conference | undefined {
  if (action.type !== 'action_add_to_conference') return undefined;
  const { phone_number: phoneNumber, place_primary_on_hold: isHeld } = config.parse(action.config);
  return { name: sessionId, phoneNumber, isHeld };
}

export function conferenceOf({ transfer, ...call }: CallWithSnapshot): Conference | undefined {
  const action = actionIn(call, transfer?.action_id);
  return transfer && action && conferenceBy(action, transfer.session_id);
}
