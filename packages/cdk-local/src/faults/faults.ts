import { setTimeout as wait } from 'node:timers/promises';
import { createFaultPlan, type Draw, type FaultPlan, type FaultSetting } from './fault-plan.ts';
import { LostAnswer } from './lost-answer.ts';
import { type RequestFault, requestFaults } from './request-faults.ts';

export interface FaultyRequest {
  readonly service: string;
  readonly operation: string;
  /** Undefined for the runtime itself, which gets no faults. */
  readonly functionName: string | undefined;
  /** Its subject, and the number of its items if it is a transaction. */
  readonly about: () => { readonly subject: string; readonly items: number };
  readonly traceHeader: string | undefined;
  /** The header `amz-sdk-invocation-id`, which all attempts of one request of the SDK share. */
  readonly sdkId: string | undefined;
}

/** Executes a request, completely or without one entry of its batch. */
export interface RequestWork<T> {
  whole(): Promise<T>;
  part(fraction: number): Promise<T>;
  refuse(error: ServiceError, details: object | undefined): T;
}

export interface ServiceError {
  readonly code: string;
  readonly message: string;
  readonly status: number;
}

export interface MessageFault {
  readonly kind: 'twice' | 'late';
  /** Milliseconds until the copy, or the message, is visible. */
  readonly delayMs: number;
}

export interface Faults {
  /** Injects faults by this setting from now on, or none; all counts start again. */
  use(setting: FaultSetting | undefined): void;
  /** Rejects with LostAnswer if the connection should break. */
  request<T>(request: FaultyRequest, work: RequestWork<T>): Promise<T>;
  /** The fault of an invocation: its function does not run, or it runs and its answer is dropped. */
  invocation(functionName: string): 'not started' | 'answer lost' | undefined;
  message(queueName: string): MessageFault | undefined;
  batch(mapping: string): 'twice' | 'out of order' | undefined;
  /** Lets requests with the trace header end the container, until the returned function is called. */
  inContainer(traceHeader: string, end: () => Promise<void>): () => void;
}

/** Longest delays in milliseconds. */
const SLOW_MS = 1_500;
const LATE_MS = 5_000;

/** Attempts of one SDK request that hit the same fault: sometimes all three, so that the function sees it. */
const ATTEMPTS = [1, 1, 2, 3] as const;

/** Maximum remembered SDK requests that may have further attempts. */
const REMEMBERED = 1_000;

/** Creates the setting's faults; `log` receives one line for each. */
export function createFaults(setting: FaultSetting | undefined, log: (line: string) => void): Faults {
  let seed = 0;
  let plan: FaultPlan | undefined;
  const containers = new Map<string, () => Promise<void>>();
  const lasting = new Map<
    string,
    { readonly fault: RequestFault; left: number; readonly fraction: number }
  >();

  const use = (next: FaultSetting | undefined) => {
    seed = next?.seed ?? 0;
    plan = next && createFaultPlan(next);
    lasting.clear();
  };
  const draw = (subject: string): Draw | undefined => plan?.draw(subject);
  const tell = (subject: string, { occurrence }: Draw, what: string) =>
    log(`${new Date().toISOString()} seed ${seed}: ${subject}, occurrence ${occurrence}: ${what}`);

  const choose = <Kind extends string>(subject: string, kinds: readonly [Kind, ...Kind[]]) => {
    const drawn = draw(subject);
    if (!drawn) return undefined;
    const kind = drawn.pick(kinds, 0);
    tell(subject, drawn, kind);
    return { kind, drawn };
  };

  const drawRequest = (request: FaultyRequest) => {
    const { service, operation, functionName, sdkId } = request;
    const known = lasting.get(sdkId ?? '');
    if (known) {
      known.left -= 1;
      return known.left >= 0 ? known : undefined;
    }
    const { subject, items } = request.about();
    const name = `${service} ${operation} of ${functionName} (${subject})`;
    const drawn = draw(name);
    if (!drawn) return undefined;
    const fault = drawn.pick(requestFaults(service, operation, items), 0);
    const attempts = drawn.pick(ATTEMPTS, 1);
    const chosen = { fault, left: attempts - 1, fraction: drawn.fraction(2) };
    if (sdkId !== undefined) lasting.set(sdkId, chosen);
    if (lasting.size > REMEMBERED) lasting.delete(lasting.keys().next().value ?? '');
    const code = 'code' in fault ? ` (${fault.code})` : '';
    tell(name, drawn, `${fault.kind}${code}, in ${attempts} attempts`);
    return chosen;
  };
  const endContainer = async (traceHeader: string | undefined) => {
    await containers.get(traceHeader ?? '')?.();
    return new LostAnswer();
  };

  use(setting);
  return {
    use,
    request: async (request, work) => {
      const drawn = !plan || request.functionName === undefined ? undefined : drawRequest(request);
      if (!drawn) return work.whole();
      const { fault, fraction } = drawn;
      switch (fault.kind) {
        case 'refused':
          return work.refuse(errorOf(fault), fault.details);
        case 'done but failed':
          await work.whole();
          return work.refuse(errorOf(fault), undefined);
        case 'answer lost':
          await work.whole();
          throw new LostAnswer();
        case 'slow':
          await wait(fraction * SLOW_MS);
          return work.whole();
        case 'partial':
          return work.part(fraction);
        case 'cut before':
          throw await endContainer(request.traceHeader);
        case 'cut after':
          await work.whole();
          throw await endContainer(request.traceHeader);
      }
    },
    invocation: (functionName) =>
      choose(`invocation of ${functionName}`, ['not started', 'answer lost'])?.kind,
    message: (queueName) => {
      const chosen = choose(`message to ${queueName}`, ['twice', 'late']);
      return chosen && { kind: chosen.kind, delayMs: Math.ceil(chosen.drawn.fraction(1) * LATE_MS) };
    },
    batch: (mapping) => choose(`batch of ${mapping}`, ['twice', 'out of order'])?.kind,
    inContainer: (traceHeader, end) => {
      containers.set(traceHeader, end);
      return () => containers.delete(traceHeader);
    },
  };
}

const errorOf = ({ code, status }: { readonly code: string; readonly status: number }): ServiceError => ({
  code,
  status,
  message: 'Injected fault',
});

export const noFaults = (): Faults => createFaults(undefined, () => {});
