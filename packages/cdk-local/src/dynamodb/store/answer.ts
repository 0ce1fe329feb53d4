/** An answer of DynamoDB: an HTTP status and a JSON body. */
export interface Answer {
  readonly status: number;
  readonly body: unknown;
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A refusal of DynamoDB with a 4xx status; any other exception is an internal fault. */
export class Refusal extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super(messageOf(answer.body) ?? 'The request was refused');
    this.name = 'Refusal';
    this.answer = answer;
  }
}

export function validationRefusal(message: string): Refusal {
  const body = { __type: 'com.amazon.coral.validate#ValidationException', message };
  return new Refusal({ status: 400, body });
}

/** The exception's short name ('ConditionalCheckFailedException'). Returns undefined for a success. */
export function exceptionOf(answer: Answer): string | undefined {
  const type = isObject(answer.body) ? answer.body.__type : undefined;
  return typeof type === 'string' ? type.slice(type.lastIndexOf('#') + 1) : undefined;
}

/** The message of an exception's body, in either of DynamoDB's spellings. */
export function messageOf(body: unknown): string | undefined {
  if (!isObject(body)) return undefined;
  const message = body.message ?? body.Message;
  return typeof message === 'string' ? message : undefined;
}

/** Converts a thrown refusal to its answer; rethrows other errors. */
export async function answerOf(work: () => Promise<unknown>): Promise<Answer> {
  try {
    return { status: 200, body: await work() };
  } catch (error) {
    if (error instanceof Refusal) return error.answer;
    throw error;
  }
}
