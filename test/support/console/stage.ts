import { rmSync } from 'node:fs';
import type { Browser } from 'playwright-core';
import { WebhookReceiver } from '../peers/webhook-receiver.ts';
import { type Connection, startService } from '../service/service-process.ts';
import { launchChromium } from './browser.ts';
import { buildConsole, DIST } from './build.ts';
import { type ConsoleUser, consoleUser, eventfulCall, openCall, wholeCall } from './world.ts';

const CONVERSATIONS = [
  ['Hello, do you have time on Monday?', 'Thank you, goodbye.'],
  ['I need an appointment.', 'Monday.', 'At nine.', 'Thank you, goodbye.'],
];

/** Makes the calls of a typical day. */
export async function makeCalls({ connection, user }: Stage): Promise<{ readonly id: string }> {
  const others = ['busy', 'no-answer'].map((answer) => openCall(connection, user, { answer, script: [] }));
  const [eventful] = await Promise.all([
    eventfulCall(connection, user),
    ...CONVERSATIONS.map((lines) => wholeCall(connection, user, lines)),
  ]);
  await Promise.all(others);
  await openCall(connection, user, { answer: 'answer', interactive: true, script: [], patience_ms: 900_000 });
  return eventful;
}

/** A local service that serves the built console, a browser, and a user. */
export interface Stage {
  readonly connection: Connection;
  /** The console's address. */
  readonly url: string;
  readonly browser: Browser;
  readonly user: ConsoleUser;
  close(): Promise<void>;
}

/** Starts everything. */
export async function openStage(): Promise<Stage> {
  const receiver = new WebhookReceiver();
  receiver.body = '{"result":"Doctor Lee is free."}';
  const [webhook] = await Promise.all([receiver.listen(), buildConsole(DIST)]);
  const env = { CARRIER_PACE: '0.3', CONSOLE_DIRECTORY: DIST };
  const [service, browser] = await Promise.all([startService({ env, synthesizes: true }), launchChromium()]);
  return {
    connection: service.connection,
    url: service.connection.console_url ?? '',
    browser,
    user: await consoleUser(service.connection, webhook),
    async close() {
      await browser.close();
      await receiver.close();
      await service.stop();
      rmSync(service.data, { recursive: true, force: true });
    },
  };
}
