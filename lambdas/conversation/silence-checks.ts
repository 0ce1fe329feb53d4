import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Session } from '../domain/conversations/conversation.ts';
import { type SilenceLimits, silenceStep } from '../domain/conversations/silence.ts';
import { silenceCheckQueue } from '../runtime/queues.ts';
import { MAX_MENU_SILENCE_SECONDS, MAX_SILENCE_SECONDS } from '../runtime/variables/settings.ts';
import { readVariable } from '../runtime/variables/variable.ts';

/** Message of a silence check. */
export const silenceCheck = z.object({
  connection_id: z.string(),
  /** The generation of the conversation when the silence began. Any word increases it. */
  generation: z.number(),
  silent_since: z.string(),
});
export type SilenceCheck = z.infer<typeof silenceCheck>;

/** Longest delay of an SQS message in seconds. A later check is enqueued again until it is due. */
const MAX_DELAY_SECONDS = 900;

let client: SQSClient | undefined;

/** The silence timeouts of this deployment. */
export const silenceLimits = (): SilenceLimits => ({
  usual: readVariable(MAX_SILENCE_SECONDS),
  menu: readVariable(MAX_MENU_SILENCE_SECONDS),
});

/** Enqueues the next silence check of a conversation. */
export async function scheduleSilenceCheck(session: Session, check: SilenceCheck, now: Date): Promise<void> {
  const dueMs = Date.parse(check.silent_since) + silenceStep(session, silenceLimits()).afterMs;
  const seconds = Math.ceil((dueMs - now.getTime()) / 1000);
  client ??= new SQSClient({});
  await client.send(
    new SendMessageCommand({
      QueueUrl: readVariable(silenceCheckQueue.url),
      MessageBody: JSON.stringify(check),
      // Fair queues: many silent calls of one user do not delay the checks of other users.
      MessageGroupId: session.user_id,
      DelaySeconds: Math.min(Math.max(seconds, 0), MAX_DELAY_SECONDS),
    }),
  );
}
