import { describe, expect, it } from 'vitest';
import { startOf } from '../../../lambdas/calls/model/opening.ts';
import type { CallWithSnapshot } from '../../../lambdas/calls/model/snapshot.ts';
import { type Campaign, campaign } from '../../../lambdas/campaigns/model/campaign.ts';
import { addTurns } from '../../../lambdas/conversation/model/change.ts';
import { beginSession } from '../../../lambdas/conversation/model/session-events.ts';
import { event } from '../../../lambdas/events/model/events.ts';
import {
  eventOfTurn,
  eventsOfCall,
  eventsOfCampaign,
  eventsOfRecording,
} from '../../../lambdas/events/model/events-of-change.ts';
import { AGENT, at, CALL, knownCall, USER, WEBHOOK } from '../../support/records.ts';
import { withKept } from '../../support/table/stored-call.ts';

const created = knownCall();
const dialed = { ...created, dialing_at: at(1).toISOString(), telephony_id: 'CA1' };
const connected: CallWithSnapshot = { ...dialed, status: 'in_progress', start_time: at(10).toISOString() };
const ended: CallWithSnapshot = {
  ...connected,
  status: 'ended',
  end_time: at(40).toISOString(),
  stage_outcome: 'human_disconnected',
  messages: [{ sender: 'agent', text: 'Hello.', timestamp: at(11).toISOString() }],
};
const turn = {
  call_id: CALL,
  user_id: USER,
  webhook_id: WEBHOOK,
  number: 1,
  sender: 'human' as const,
  text: 'Hi.',
  timestamp: at(12).toISOString(),
};

const typesOf = (before: CallWithSnapshot | undefined, after: CallWithSnapshot) =>
  eventsOfCall(before, after).map(({ type }) => type);

describe('eventsOfCall', () => {
  it('are one event each in the life of an answered call', () => {
    const life = [created, dialed, connected, ended, { ...ended, recording_available: true }];

    const events = life.flatMap((after, index) => eventsOfCall(life[index - 1], after));

    expect(events.map(({ type }) => type)).toEqual([
      'dialing_requested',
      'event_phone_call_connected',
      'event_phone_call_ended',
      'event_transcript',
    ]);
    for (const fact of events) expect(event.parse(fact)).toEqual(fact);
  });

  it('include fields to collect, if something was said and may be kept', () => {
    const field = {
      field_type: 'field_type_email',
      label: 'E-mail',
      name: 'email',
      description: '',
    } as const;
    const settings = { ...ended.settings, collect_fields: [field] };
    const asking = withKept({ ...ended, settings });

    expect(typesOf(connected, asking)).toContain('fields_to_collect');
    expect(typesOf(connected, { ...asking, messages: [] })).not.toContain('fields_to_collect');
    expect(typesOf(connected, { ...asking, hipaa_compliant: true })).not.toContain('fields_to_collect');
    expect(typesOf(asking, { ...asking, collected_fields: { email: null } })).toEqual([]);
  });

  it('include the duration, the outcome and the transcript of the call', () => {
    const payloads = Object.fromEntries(
      eventsOfCall(connected, ended).map(({ type, payload }) => [type, payload]),
    );

    expect(payloads).toEqual({
      event_phone_call_ended: { duration_seconds: 30, stage_outcome: 'human_disconnected' },
      event_transcript: { transcript: 'AGENT: Hello.', messages: ended.messages },
    });
  });

  it('say what answered an outbound call', () => {
    const answered_by_steps = [
      { answered_by: 'screener' as const, at: at(11).toISOString(), from: 'words' as const },
    ];
    const answered: CallWithSnapshot = { ...ended, answered_by: 'screener', answered_by_steps };

    const events = eventsOfCall(connected, answered);

    expect(events.find(({ type }) => type === 'event_phone_call_ended')?.payload).toMatchObject({
      answered_by: 'screener',
      answered_by_steps,
    });
    for (const fact of events) expect(event.parse(fact)).toEqual(fact);
  });

  it('request the hang-up of a call once after its user ended it', () => {
    const byOwner: CallWithSnapshot = { ...ended, ended_by: 'api' };

    expect(typesOf(connected, byOwner)).toContain('call_end_requested');
    expect(typesOf(connected, ended)).not.toContain('call_end_requested');
    expect(typesOf(byOwner, { ...byOwner, recording_available: true })).toEqual([]);
  });

  it.each([
    ['api', 'canceled'],
    ['service', 'canceled'],
    [undefined, 'failed'],
  ] as const)('say how a call that %s ended did not connect', (ended_by, telephony_status) => {
    const over: CallWithSnapshot = { ...created, status: 'ended', ...(ended_by && { ended_by }) };
    const type = 'event_phone_call_did_not_connect';
    expect(eventsOfCall(created, over)).toContainEqual(
      expect.objectContaining({ type, payload: expect.objectContaining({ telephony_status }) }),
    );
  });

  it('include the result of answering-machine detection once', () => {
    const human_detected_at = at(14).toISOString();
    const detected: CallWithSnapshot = { ...connected, human_detection_result: 'human', human_detected_at };

    const events = eventsOfCall(connected, detected);

    expect(events).toMatchObject([
      { type: 'event_human_detection', timestamp: human_detected_at, payload: { result: 'human' } },
    ]);
    expect(typesOf(detected, { ...detected, recording_available: true })).toEqual([]);
  });

  it('name the campaign of the call', () => {
    const events = eventsOfCall(connected, { ...ended, campaign_id: CALL });

    expect(events.every(({ campaign_id }) => campaign_id === CALL)).toBe(true);
  });

  it('have no credential of the agent', () => {
    const voice = { ...created.agent.voice, type: 'voice_vendor_c', api_key: 'credential' };
    const withCredentials = (call: CallWithSnapshot) =>
      ({ ...call, agent: { ...call.agent, voice }, relay_key: 'credential' }) as CallWithSnapshot;
    const life = [created, dialed, connected, { ...ended, ended_by: 'api' as const }].map(withCredentials);

    const events = life.flatMap((after, index) => eventsOfCall(life[index - 1], after));

    expect(events.map(({ type }) => type)).toContain('call_end_requested');
    expect(JSON.stringify(events)).not.toContain('credential');
  });

  it('never request the dialing of an inbound call', () => {
    expect(typesOf(undefined, { ...created, direction: 'inbound' })).toEqual([]);
  });
});

describe('eventsOfRecording', () => {
  const recorded: CallWithSnapshot = {
    ...ended,
    telephony_account_connection: WEBHOOK,
    recording_sid: 'RE1',
  };
  const kept = { ...recorded, recording_available: true, recording_kept_at: at(50).toISOString() };
  const tell = (before: CallWithSnapshot, after: CallWithSnapshot) =>
    eventsOfRecording(before, after, 'https://api.example.com/live');

  it('are one event each, and none for a call that is not recorded', () => {
    const life = [created, connected, ended, recorded, kept, { ...kept, context: { a: 'b' } }];

    const events = life.slice(1).flatMap((after, index) => tell(life[index]!, after));

    expect(events.map(({ type }) => type)).toEqual(['recording_made', 'event_recording']);
    expect(new Set(events.map(({ id }) => id)).size).toBe(2);
    for (const fact of events) expect(event.parse(fact)).toEqual(fact);
  });

  it('contain the API’s URL of the recording when it can be played', () => {
    const [fact] = tell(recorded, kept);

    expect(fact).toMatchObject({
      webhook_id: WEBHOOK,
      timestamp: kept.recording_kept_at,
      payload: { recording_url: `https://api.example.com/live/v1/calls/recording?id=${kept.id}` },
    });
  });
});

describe('eventsOfCampaign', () => {
  const draft = campaign.parse({
    ...{ id: CALL, user_id: USER, name: 'Autumn', agent: AGENT, from_number: '+15551230001' },
    ...{ status: 'draft', created_at: at(0).toISOString() },
  });
  const totals = { recipients: 2, done: 2, dialed: 3, reached: 2, abandoned: 0, cost: 1, results: {} };
  const changes: [Partial<Campaign>, string, object][] = [
    [{ status: 'running' }, 'event_campaign_started', {}],
    [{ status: 'paused', paused_because: 'budget' }, 'event_campaign_paused', { reason: 'budget' }],
    [{ status: 'running', paused_because: null }, 'event_campaign_resumed', {}],
    [{ name: 'Fall' }, '', {}],
    [{ status: 'finished', totals }, 'event_campaign_finished', totals],
  ];

  it('are one event for each change of its status', () => {
    let before = draft;
    const events = changes.flatMap(([change], index) => {
      const isStatus = change.status !== undefined;
      const after = { ...before, ...change, ...(isStatus && { status_changed_at: at(index).toISOString() }) };
      const found = eventsOfCampaign(before, after);
      before = after;
      return found;
    });
    const cancelled = { ...draft, status: 'cancelled' as const, status_changed_at: at(9).toISOString() };

    expect(eventsOfCampaign(undefined, draft)).toEqual([]);
    expect(eventsOfCampaign(draft, cancelled)).toMatchObject([{ type: 'event_campaign_cancelled' }]);
    expect(events.map(({ type, payload }) => [type, payload])).toEqual(
      changes.filter(([, type]) => type).map(([, type, rest]) => [type, { agent: AGENT, ...rest }]),
    );
    expect(events.map(({ sequence }) => sequence)).toEqual([0, 1, 2, 4].map((index) => at(index).getTime()));
    expect(new Set(events.map(({ id }) => id)).size).toBe(4);
    for (const fact of events) expect(event.parse(fact)).toEqual(fact);
  });
});

describe('eventOfTurn', () => {
  it('is another event for an action, with its input and output', () => {
    const action = { action_id: WEBHOOK, type: 'action_dtmf' as const, input: { digits: '1' }, output: {} };
    const { sender: _, text: __, ...place } = turn;

    const fact = eventOfTurn({ ...place, action });

    expect(event.parse(fact)).toMatchObject({
      type: 'event_action',
      webhook_id: WEBHOOK,
      timestamp: turn.timestamp,
      payload: action,
    });
    expect(fact.id).not.toBe(eventOfTurn(turn).id);
  });

  it('names the campaign of its call', () => {
    const begun = beginSession(startOf(knownCall({ campaign_id: CALL })), undefined, at(0));
    const said = { sender: 'human' as const, text: 'Hi.', timestamp: turn.timestamp };

    const { newTurns } = addTurns(begun, [said]);

    expect(newTurns.map(eventOfTurn)).toMatchObject([{ type: 'event_message', campaign_id: CALL }]);
  });

  it('is an event for the agent’s webhook, with the words', () => {
    const fact = eventOfTurn(turn);

    expect(event.parse(fact)).toMatchObject({
      type: 'event_message',
      webhook_id: WEBHOOK,
      payload: { sender: 'human', text: 'Hi.', timestamp: turn.timestamp },
    });
  });
});
