import { type Answer, until } from '../support/service/api.ts';
import { carrierCalls, mustHold, type World } from './world.ts';

const ENDS = ['event_phone_call_ended', 'event_phone_call_did_not_connect'];

/** Waits until a call and everything that follows it are over, and checks their invariants. Returns the call. */
export async function checkCall(world: World, id: string, to: string): Promise<Answer['body']> {
  // Polls the carrier often and the service seldom: each request costs the service some work.
  let looks = 0;
  const call = await until(`call ${id} to be over`, async () => {
    looks += 1;
    const [dialed] = await carrierCalls(world, to);
    if (!dialed?.finished && looks % 5 > 0) return { waitingFor: dialed };
    const { body } = await world.client.get(`/v1/calls?id=${id}`);
    return body.status === 'ended' || body.status === 'error' ? body : { waitingFor: body.status };
  });
  const dialed = await until(`the carrier's calls to ${to} to be over`, async () => {
    const calls = await carrierCalls(world, to);
    return calls.every(({ finished }) => finished) ? calls : { waitingFor: calls };
  });
  mustHold('A call is dialed at most once', dialed.length <= 1, dialed);
  mustHold('A call that is an error says why', call.status !== 'error' || call.error_message, call);
  const wasDialed =
    dialed.length === 1 || call.status === 'error' || call.stage_outcome === 'call_did_not_connect';
  mustHold('An acknowledged call is dialed, or an error', wasDialed, { call, dialed });
  await checkList(world, to, [id]);
  await checkEvents(world, call);
  return call;
}

/** The calls to a number are those that were acknowledged. */
export async function checkList(world: World, to: string, ids: readonly string[]): Promise<void> {
  const { body } = await world.client.get(`/v1/calls/list?to_number=${encodeURIComponent(to)}`);
  const listed = body.map((each: { id: string }) => each.id);
  mustHold(
    'A list has each record once',
    JSON.stringify(listed.toSorted()) === JSON.stringify(ids.toSorted()),
    {
      listed,
      ids,
    },
  );
}

/** Waits until the events of an ended call have arrived, each with one id, and compares them with the record. */
async function checkEvents(world: World, call: Answer['body']): Promise<void> {
  const hasWebhook = call.agent?.webhook != null;
  if (!hasWebhook) return;
  const messages = (call.transcript ?? '')
    .split('\n')
    .filter((line: string) => /^(HUMAN|AGENT): /.test(line));
  await until(`the end of call ${call.id} to be told`, () => {
    const types = world.receiver.eventsOf(call.id).map(({ type }) => type);
    const hasTranscript = messages.length === 0 || types.includes('event_transcript');
    return (hasTranscript && types.some((type) => ENDS.includes(type))) || { waitingFor: types };
  });
  const deliveries = await until(`the deliveries of call ${call.id}`, async () => {
    const { body } = await world.client.get(`/v1/webhooks/deliveries/list?call=${call.id}&size=100`);
    const facts = body.map(({ type, status }: Answer['body']) => `${type} ${status}`);
    const isDelivered = body.every(({ status }: Answer['body']) => status === 'delivered');
    const ended = body.some(({ type }: Answer['body']) => ENDS.includes(type));
    const told = body.filter(({ type }: Answer['body']) => type === 'event_message').length;
    const acted = body.filter(({ type }: Answer['body']) => type === 'event_action').length;
    const hasTranscript =
      messages.length === 0 || body.some(({ type }: Answer['body']) => type === 'event_transcript');
    const hasAll = told >= messages.length && acted >= (call.actions_taken?.length ?? 0);
    return isDelivered && ended && hasTranscript && hasAll
      ? body
      : { waitingFor: { facts, messages, call: call.status } };
  });
  const facts = deliveries.map(({ type, sequence }: Answer['body']) => `${type} ${sequence}`);
  mustHold('An event has one id', new Set(facts).size === facts.length, facts);
  const ends = deliveries.filter(({ type }: Answer['body']) => ENDS.includes(type));
  mustHold('A call ends once', ends.length === 1, facts);
  const told = deliveries.filter(({ type }: Answer['body']) => type === 'event_message').length;
  mustHold('The messages told are those of the transcript', told === messages.length, { facts, messages });
  const received = new Map<string, number>();
  for (const { id } of world.receiver.eventsOf(call.id)) received.set(id, (received.get(id) ?? 0) + 1);
  const missing = deliveries.filter(({ event_id }: Answer['body']) => !received.has(event_id));
  mustHold('A delivered event was received', missing.length === 0, missing);
  mustHold('What was received is a delivery', received.size === deliveries.length, {
    received: [...received],
    facts,
  });
}
