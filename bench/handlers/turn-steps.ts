import { runAs } from '../../lambdas/runtime/tracing/current-step.ts';
import { logStep } from '../../lambdas/runtime/tracing/in-step.ts';
import { startSpan } from '../../lambdas/runtime/tracing/spans.ts';
import { Step } from '../../lambdas/runtime/tracing/step.ts';

const CALL = {
  userId: '0190a1b2-1111-7000-8000-000000000001',
  callId: '0190a1b2-2222-7000-8000-000000000002',
};

/** Tells a turn as the function of conversations does: its four segments, and the model's part. */
export function handler(): void {
  const step = new Step({ name: 'turn', kind: 'server', requestId: 'Kx1abcdefGhIjKl=' });
  runAs(step, () => {
    step.nameCall(CALL);
    const attributes = {
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'openai',
      'gen_ai.request.model': 'gpt-4.1-mini',
      'gen_ai.usage.input_tokens': 812,
      'gen_ai.usage.output_tokens': 34,
    };
    startSpan({ name: 'chat gpt-4.1-mini', kind: 'client', attributes }).end();
    for (const moment of ['model asked', 'first token', 'first text', 'last text'])
      startSpan({ name: `turn ${moment}` }).end();
  });
  step.span.end();
  logStep(step);
}
