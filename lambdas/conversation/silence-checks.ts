import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Session } from '../domain/conversations/conversation.ts';
import { type SilenceLimits, silenceStep } from '../domain/conversations/silence.ts';
import { silenceCheckQueue } from '../runtime/queues.ts';
import { MAX_MENU_SILENCE_SECONDS, MAX_SILENCE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** A look at a conversation, whether anybody has said anything since it fell silent. */
export const silenceCheck = z.object({
  connection_id: z.string(),
  /** The conversation's when it fell silent: it moves on with the next word. */
  generation: z.number(),
  /** ISO 8601, UTC. */
  silent_since: z.string(),
});
export type SilenceCheck = z.infer<typeof silenceCheck>;

/** Longest delay of an SQS message in seconds: a later check is enqueued again on the way. */
const MAX_DELAY_SECONDS = 900;

let client: SQSClient | undefined;

/** After how long a silence calls end, as the stack has it. */
export const silenceLimits = (): SilenceLimits => ({
  usual: readVariable(MAX_SILENCE_SECONDS),
  menu: readVariable(MAX_MENU_SILENCE_SECONDS),
});

/** Has a silent conversation looked at when something is next to be done about its silence. */
export async function scheduleSilenceCheck(session: Session, check: SilenceCheck, now: Date): Promise<void> {
  const dueMs = Date.parse(check.silent_since) + silenceStep(session, silenceLimits()).afterMs;
  const seconds = Math.ceil((dueMs - now.getTime()) / 1000);
  client ??= new SQSClient({});
  await client.send(
    new SendMessageCommand({
      QueueUrl: readVariable(silenceCheckQueue.url),
      MessageBody: JSON.stringify(check),
      // Fair queues: a user with many silent calls does not keep the checks of others waiting.
      MessageGroupId: session.user_id,
      DelaySeconds: Math.min(Math.max(seconds, 0), MAX_DELAY_SECONDS),
    }),
  );
}
