import { onTestFinished } from 'vitest';
import { type CarrierOptions, startCarrier } from '../../src/carrier/carrier.ts';
import { Application, accountSid, authToken, type Frame } from './application.ts';
import { Client } from './client.ts';

type Options = NonNullable<Parameters<typeof Application.start>[0]> & Pick<CarrierOptions, 'pace'>;

/** A fast carrier and an application, closed after the test. */
export async function prepare({ pace = 0, ...options }: Options = {}) {
  const carrier = await startCarrier({ accountSid, authToken, pace });
  const application = await Application.start(options);
  onTestFinished(async () => {
    await carrier.close();
    await application.close();
  });
  return { carrier, client: new Client(carrier.url), application };
}

/** An agent that repeats what it hears, in two tokens. */
export function echo(frame: Frame, send: (frame: unknown) => void): void {
  if (frame.type !== 'prompt') return;
  send({ type: 'text', token: 'You said: ', last: false });
  send({ type: 'text', token: String(frame.voicePrompt), last: true });
}

/** Answers the call with a relay of these settings. */
export const withRelay = (attributes: string, action?: string, inner?: string) => ({
  answer: (path: string, application: Application) => {
    if (path === '/twiml') return { body: application.connectTwiml(attributes, inner) };
    return path === '/action' && action !== undefined ? { body: action } : {};
  },
});

/** A call of a callee with this script over such a relay, by default with an agent that repeats what it hears. */
export async function converse(
  relay: string | { readonly attributes: string; readonly inner: string },
  script: readonly object[],
  onFrame: NonNullable<Options['onFrame']> = echo,
) {
  const { attributes, inner } = typeof relay === 'string' ? { attributes: relay, inner: '' } : relay;
  const { client, application } = await prepare({ ...withRelay(attributes, undefined, inner), onFrame });
  await client.setCallee({ script, patience_ms: 300 });
  const details = await client.finished(await client.place(application));
  return {
    application,
    details,
    heard: named(application.frames),
    action: application.at('/action')[0]?.form,
  };
}

/** The types of frames, or the words of prompts. */
export const named = (frames: readonly Frame[]) => frames.map(({ type, voicePrompt }) => voicePrompt ?? type);
