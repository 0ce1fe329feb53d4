import { expect, it } from 'vitest';
import { callSnapshot, snapshotOf } from '../../../lambdas/agents/model/call-snapshot.ts';
import { storedCall } from '../../support/table/stored-call.ts';

it('the snapshot of a call as it is stored has no setting that has its default, and is the same when it is read', () => {
  const { agent, settings } = storedCall();
  const changed = { ...settings, language: 'de' as const, llm_temperature: 0.5, mask_dtmf: false };

  const stored = snapshotOf({ agent, settings: changed });

  expect(stored.settings).toMatchObject({ language: 'de', llm_temperature: 0.5 });
  expect(stored.settings).not.toHaveProperty('mask_dtmf');
  expect(stored.settings).not.toHaveProperty('interrupt_sensitivity');
  expect(callSnapshot.parse(stored)).toEqual({ agent, settings: changed });
});
