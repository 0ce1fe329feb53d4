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
export const withRelay = (attributes: string, action?: string) => ({
  answer: (path: string, application: Application) => {
    if (path === '/twiml') return { body: application.connectTwiml(attributes) };
    return path === '/action' && action !== undefined ? { body: action } : {};
  },
});
