import { timezone } from '../../agents/model/settings.ts';
import { valuesOf } from '../../conversation/model/filled-texts.ts';
import { PHRASES } from '../../conversation/model/phrases.ts';
import { systemClock } from '../../platform/clock.ts';
import { logger } from '../../platform/logger.ts';
import type { Table } from '../../platform/table/table.ts';
import { RELAY_URL } from '../../platform/variables/resources.ts';
import { readVariable } from '../../platform/variables/variable.ts';
import type { Prices } from '../../usage/model/prices.ts';
import { callbackKeyOf } from '../../vendors/telephony/callback-keys.ts';
import { canSpeak } from '../../voices/model/voice.ts';
import { callbackUrl } from '../callback-urls.ts';
import { startOf } from '../model/opening.ts';
import { noiseReduction, speechBackups } from '../model/settings.ts';
import type { CallWithSnapshot } from '../model/snapshot.ts';
import { finishCall } from '../store/finish-call.ts';
import { farewellMarkup } from './twiml/markup.ts';
import { conversationMarkup } from './twiml/relay.ts';

export const CONNECT_VARIABLES = [RELAY_URL, noiseReduction, speechBackups, timezone];

export async function connectRelay(
  call: CallWithSnapshot,
  /** URL of the recording callback; without one, the call isn't recorded. */
  recording?: string,
): Promise<string> {
  const { id: callId, user_id: userId, agent } = call;
  if (!canSpeak(agent.voice))
    logger.warn('The telephony vendor does not support the voice; using its default voice.', {
      callId,
      voice: agent.voice.type,
    });
  return conversationMarkup(call, {
    relay: readVariable(RELAY_URL),
    relayKey: await callbackKeyOf({ purpose: 'relay', userId, recordId: callId }),
    relayEnded: await callbackUrl('relay-ended', { userId, callId }),
    noiseReduction: readVariable(noiseReduction),
    backups: readVariable(speechBackups),
    start: startNow(call),
    recording,
  });
}

/** The values of `${name}` in the agent's texts, for a call that begins now if it has not begun. */
export const callValues = (call: CallWithSnapshot) => valuesOf(startNow(call));

const startNow = (call: CallWithSnapshot) =>
  startOf(call, { usualZone: readVariable(timezone), now: systemClock() });

/** Ends an answered call that cannot continue, with a sentence to the contact. */
export async function rejectCall(
  table: Table,
  { id, user_id, settings }: CallWithSnapshot,
  errorMessage: string,
  prices?: Prices,
): Promise<string> {
  const key = { userId: user_id, callId: id };
  const [now, outcome] = [systemClock(), 'bot_disconnected' as const];
  await finishCall(table, key, { transition: 'fail', now, errorMessage, outcome, ...(prices && { prices }) });
  return farewellMarkup(PHRASES[settings.language].farewell, settings.language);
}
