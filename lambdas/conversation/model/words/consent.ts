import { isOfContact, type Session, type Turn } from '../session.ts';
import { languagesIn } from '../spoken-language.ts';
import { beginsWithNegation, Transcript } from './find-quotations.ts';

/** Whether the contact said these words in one of the turns: then the record proves that they agreed. */
export function isQuoted(quotation: string, session: Session, turns: readonly Turn[]): boolean {
  const found = new Transcript(turns.filter(isOfContact), languagesIn(session)).find(quotation);
  return found?.isProof === true;
}

/** The same, for an answer to a question: one that begins with "No" does not agree. */
export const isAgreement = (quotation: string, session: Session, replies: readonly Turn[]): boolean =>
  isQuoted(quotation, session, replies) && !beginsWithNegation(quotation, languagesIn(session));
