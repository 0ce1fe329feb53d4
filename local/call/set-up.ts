import { eventKind } from '../../lambdas/domain/records/webhook.ts';
import type { ApiClient } from './clients/api-client.ts';

/** The records of the call: a webhook that receives every event, and an agent that reports to it. */
interface SetUp {
  readonly agent: string;
  /** The secret of the webhook's deliveries. */
  readonly secret: string;
}

const PROMPT = [
  'You are at the front desk of a small practice and call back somebody who asked for it.',
  'Find out what they want; book an appointment if they want one: ask for the day, the time and their name, one at a time.',
  'Repeat nothing that was said already. When they say goodbye, say goodbye and end the call.',
].join(' ');
const GREETING =
  'Good morning, this is the Lakeside practice. You asked us to call back. How can I help you?';

const GREETING_OF_CALLERS = 'Good morning, this is the Lakeside practice. How can I help you?';

/** Creates them through the public API. */
export async function setUp(
  api: Pick<ApiClient, 'createWebhook' | 'createAgent'>,
  { receiverUrl, agent: given }: { readonly receiverUrl: string; readonly agent: object },
): Promise<SetUp> {
  const { id: webhook, secret } = await api.createWebhook({
    url: receiverUrl,
    subscriptions: eventKind.options,
  });
  const { id: agent } = await api.createAgent({
    ...given,
    webhook,
  });
  return { agent, secret };
}

/** An agent at a front desk; `prompt` replaces its task, `isCalled` selects inbound calls. */
export function receptionist(prompt = PROMPT, isCalled = false) {
  return {
    prompt,
    voice: { type: 'voice_vendor_a', voice_name: 'Joanna-Neural' },
    actions: [{ type: 'action_end_conversation' }],
    initial_message: isCalled ? GREETING_OF_CALLERS : GREETING,
  };
}
