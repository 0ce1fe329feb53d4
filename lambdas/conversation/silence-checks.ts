import { SendMessageCommand, SQSClient } from '@aws-sdk/client-sqs';
import * as z from 'zod/mini';
import type { Session } from '../domain/conversations/conversation.ts';
import { type IdleLimits, idleStep } from '../domain/conversations/silence.ts';
import { environment } from '../runtime/environment.ts';

/** A look at a conversation, whether anybody has said anything since it fell silent. */
export const idleCheck = z.object({
  connection_id: z.string(),
  /** The conversation's when it fell silent: it moves on with the next word. */
  generation: z.number(),
  /** ISO 8601, UTC. */
  silent_since: z.string(),
});
export type IdleCheck = z.infer<typeof idleCheck>;

/** SQS holds a message back for so many seconds at most: what is due later is looked at on the way. */
const MAX_DELAY_SECONDS = 900;

let client: SQSClient | undefined;

/** After how long a silence calls end, as the stack has it. */
export const idleLimits = (): IdleLimits => ({
  usual: Number(environment('MAX_IDLE_SECONDS')),
  menu: Number(environment('MAX_MENU_IDLE_SECONDS')),
});

/** Has a silent conversation looked at when something is next to be done about its silence. */
export async function scheduleIdleCheck(session: Session, check: IdleCheck, now: Date): Promise<void> {
  const dueMs = Date.parse(check.silent_since) + idleStep(session, idleLimits()).afterMs;
  const seconds = Math.ceil((dueMs - now.getTime()) / 1000);
  client ??= new SQSClient({});
  await client.send(
    new SendMessageCommand({
      QueueUrl: environment('IDLE_CHECKS_URL'),
      MessageBody: JSON.stringify(check),
      DelaySeconds: Math.min(Math.max(seconds, 0), MAX_DELAY_SECONDS),
    }),
  );
}
