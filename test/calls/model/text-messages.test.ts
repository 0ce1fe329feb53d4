import { expect, it } from 'vitest';
import { type TextStatus, withTextUpdate } from '../../../lambdas/calls/model/text-messages.ts';

const [UNKNOWN, QUEUED, SENT] = ['unknown', 'queued', 'sent'] as const;
const FINAL = ['delivered', 'undelivered', 'failed'] as const;
const text = (status: TextStatus) => ({ requested_at: '', status, key: 'k' });

/** The statuses that may follow one. */
const NEXT: Readonly<Record<TextStatus, readonly TextStatus[]>> = {
  unknown: [QUEUED, SENT, ...FINAL],
  queued: [SENT, ...FINAL],
  sent: [...FINAL],
  delivered: [],
  undelivered: [],
  failed: [],
};

it.each([UNKNOWN, QUEUED, SENT, ...FINAL])('a text that is %s only takes later statuses', (before) => {
  const all = Object.keys(NEXT) as TextStatus[];

  const taken = all.filter((status) => withTextUpdate([text(before)], 0, { status }) !== undefined);

  expect(taken).toEqual(NEXT[before]);
});

it('takes segments that come after a later status, and ignores an update of a text that it does not have', () => {
  const segments = withTextUpdate([text('sent'), text('failed')], 0, { status: 'queued', segments: 2 });

  expect(segments).toEqual([{ ...text('sent'), segments: 2 }, text('failed')]);
  expect(withTextUpdate([text('sent')], 1, { status: 'delivered' })).toBeUndefined();
});
