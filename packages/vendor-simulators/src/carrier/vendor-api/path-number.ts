import { HttpError } from '../../http/http-error.ts';
import type { Exchange } from '../../http/http-server.ts';
import { isE164 } from './e164.ts';

/** The telephone number in the path of a control request. Throws a 422 for any other text. */
export function pathNumber({ params }: Exchange): string {
  const number = params.number ?? '';
  if (!isE164(number)) throw new HttpError(422, { message: `"${number}" is not a number in E.164.` });
  return number;
}
