import * as z from 'zod/mini';
import type { ActionTaken } from '../../actions/model/action.ts';
import { utcTime } from '../../platform/fields.ts';

/** Maximum text messages of one call, including refused ones. */
export const MAX_TEXTS = 3;

const textStatus = z.enum(['unknown', 'queued', 'sent', 'delivered', 'undelivered', 'failed']);
export type TextStatus = z.infer<typeof textStatus>;

/** A status only moves to a later one. The last three are final. */
const RANKS: Readonly<Record<TextStatus, number>> = {
  unknown: 0,
  queued: 1,
  sent: 2,
  delivered: 3,
  undelivered: 3,
  failed: 3,
};

const textFields = () => ({
  requested_at: utcTime(),
  status: textStatus,
  error_code: z.optional(z.int()),
  segments: z.optional(z.int()),
});

export const textMessage = z.lazy(() => z.object(textFields()));
export type TextMessage = z.infer<typeof textMessage>;

/** `key`: recognizes the same text without containing its words. */
export const storedText = z.lazy(() => z.object({ ...textFields(), key: z.string() }));
export type StoredText = z.infer<typeof storedText>;

export type TextUpdate = Omit<TextMessage, 'requested_at'>;

/** Why a text may not be sent, for the language model. Returns undefined if it may. */
export function issueOfText(texts: readonly StoredText[], key: string): string | undefined {
  if (texts.some((text) => text.key === key && text.status !== 'failed'))
    return 'This text was sent before in this call.';
  return texts.length >= MAX_TEXTS ? 'No more texts may be sent in this call.' : undefined;
}

/** The texts after a status update of one, which may be late or repeated. Returns undefined if nothing changes. */
export function withTextUpdate(
  texts: readonly StoredText[],
  place: number,
  { segments, ...textUpdate }: TextUpdate,
): StoredText[] | undefined {
  const text = texts[place];
  if (!text) return undefined;
  const isLater = RANKS[textUpdate.status] > RANKS[text.status];
  const isCounted = segments !== undefined && text.segments === undefined;
  const after = { ...text, ...(isLater && textUpdate), ...(isCounted && { segments }) };
  return isLater || isCounted ? texts.with(place, after) : undefined;
}

interface WithTexts {
  readonly actions_taken?: readonly ActionTaken[] | undefined;
  readonly texts?: readonly TextMessage[] | undefined;
}

/** The actions of a call, each text with its current status. */
export const withTextStatus = ({ actions_taken = [], texts = [] }: WithTexts): ActionTaken[] =>
  actions_taken.map((action) => {
    const text = action.type === 'action_send_text' ? texts[Number(action.output.text) - 1] : undefined;
    const { status: text_status, error_code } = text ?? {};
    const output = { ...action.output, text_status, ...(error_code && { error_code }) };
    return text ? { ...action, output } : action;
  });
