import * as z from 'zod/mini';
import { phoneNumber } from '../../platform/fields.ts';
import { type CallAction, warmTransfer } from './action.ts';

export const TRANSFER_RING_SECONDS = 30;

export interface TransferPlan {
  readonly actionId: string;
  readonly phoneNumbers: readonly string[];
  readonly ringSeconds: number;
  readonly maxSeconds: number;
  /** What the person hears before they take the call; null: the model writes it. Absent if connected at once. */
  readonly whisper?: string | null;
}

const transferConfig = z.lazy(() =>
  z.object({ phone_number: phoneNumber, warm_transfer: z.optional(z.nullable(warmTransfer())) }),
);
const conferenceConfig = z.object({ phone_number: phoneNumber });

/** The plan of an action that hands the call on. Returns undefined for any other action. */
export function planOf({ id: actionId, type, config }: CallAction): TransferPlan | undefined {
  const once = { actionId, ringSeconds: TRANSFER_RING_SECONDS, maxSeconds: TRANSFER_RING_SECONDS };
  if (type === 'action_add_to_conference')
    return { ...once, phoneNumbers: [conferenceConfig.parse(config).phone_number] };
  if (type !== 'action_transfer_call') return undefined;
  const { phone_number: first, warm_transfer: warm } = transferConfig.parse(config);
  if (!warm) return { ...once, phoneNumbers: [first] };
  return {
    actionId,
    phoneNumbers: [first, ...warm.further_phone_numbers],
    ringSeconds: warm.ring_seconds,
    maxSeconds: warm.max_seconds,
    whisper: warm.whisper ?? null,
  };
}
