export const words = {
  CallTurn: 'A turn of a call: a message of the agent or the human, or an action of the agent.',
  'CallTurn.number': 'The number of the turn in its call, from 1.',
  'CallTurn.type': 'The kind of turn.',
  'CallTurn.timestamp': 'When it began.',
  'CallTurn.agent_version': 'The version of the agent in the call.',
  'CallTurn.sender': 'The speaker of a message: the agent, or the human; absent for an action.',
  'CallTurn.text':
    'The words of a message, as they were heard. null in a HIPAA-compliant call; absent for an action.',
  'CallTurn.interrupted':
    'Whether the caller interrupted the agent, or hung up before its last word. Present only for messages of the agent.',
  'CallTurn.never_final':
    'true if the vendor’s speech recognition never reported these words of the caller as final: they may be cut off, and the agent asked the caller to repeat them. Only in calls with `ask_ahead`; absent otherwise.',
  'CallTurn.action': 'The action; absent for a message.',
  'CallTurn.action.type': 'The kind of action.',
  'CallTurn.action.input': 'The input, as in `actions_taken`; null in a HIPAA-compliant call.',
  'CallTurn.action.output': 'The output, as in `actions_taken`; null in a HIPAA-compliant call.',
  'CallTurn.action.duration_ms':
    'Milliseconds until the external service answered. 0 for other actions, which take effect when the agent’s words have been heard.',
  'CallTurn.action.outcome':
    'Whether the action succeeded. An external action failed if its output is an `error`, also if its outcome is unknown; asking the callee to confirm it is no failure. Other actions failed if their output has `not_carried_out`.',
  'CallTurn.latency':
    'What the caller’s waiting time was spent on. With `ask_ahead`, it counts from the caller’s last words before the turn was known to be over. Otherwise it counts from the vendor’s report of the final words, or of the keys; the silence by which the vendor detects the end of a turn comes before and is not included. Absent for messages of the caller, a greeting, words after silence, and messages for voicemails.',
  'CallTurn.latency.silence_ms':
    'Milliseconds from the same moment until the first words were sent to be spoken; absent if none were sent.',
  'CallTurn.latency.total_ms': 'Milliseconds of all segments.',
  'CallTurn.latency.segments':
    'The segments of this time, in order, without gaps. Each is named after the event that ends it.',
  'CallTurn.latency.segments.name':
    'The event that ended the segment. `turn_over`: the caller had finished (only if partial words arrive). The next events: the model was asked, its first token arrived, the first words were sent, the last words were sent. `answer_over`: the answer was heard or interrupted (only if the vendor reports it).',
  'CallTurn.latency.segments.ms': 'Milliseconds.',
  'CallTurn.model': 'How the language model was used; absent if none was asked.',
  'CallTurn.model.name':
    'The model that answered last; null if the caller interrupted before the vendor named the model.',
  'CallTurn.model.tokens': 'The tokens of all requests of the turn.',
  'CallTurn.model.tokens.input': 'Tokens of the requests.',
  'CallTurn.model.tokens.output': 'Tokens of the answers, including reasoning.',
  'CallTurn.model.tokens.cached':
    'Request tokens that the vendor had cached; null if the vendor reported no tokens.',
  'CallTurn.model.tokens.wasted': 'Tokens of answers that were requested ahead and never spoken.',
  'CallTurn.model.tokens_are_estimated':
    'Whether some of the tokens are estimated, since the vendor did not report them: a token for each four bytes of the texts. Of an interrupted answer, only the part that had arrived counts.',
  'CallTurn.failed_requests':
    'The number of requests to language models that failed: a fallback answered, or the agent apologized. Absent if none failed.',
  'CallTurn.knowledge': 'What the model received from the vector database; absent if nothing.',
  'CallTurn.knowledge.passages': 'The number of passages.',
  'CallTurn.knowledge.vector_database': 'The vector database that the passages come from.',
  'CallTurn.knowledge.sources':
    'The ids of their records in the vector database, best first, each up to 100 characters. Absent if the vendor reported none, and in a HIPAA-compliant call.',
  'CallTurn.removed':
    'How many parts of the model’s answer were not spoken, by kind: `markup`, `emoji`, `reasoning`, `tool_call` (a call that the model wrote out instead of making it), and `address` (put into words: “example dot com”). Absent if none were.',
  'CallTurn.step':
    'The step in which it was said or done, or which its exit left; absent if the agent has no steps.',
  'CallTurn.exit': 'The exit that was taken with this turn; absent if there was none.',
  'CallTurn.agent_id': 'The agent that had the call, once it was handed over; absent before.',
  CallCost:
    'What the call cost, whichever account paid. It is an estimate by the prices that the operator configured. Not included: taxes, the calls to transfer numbers, and monthly fees.',
  'CallCost.is_estimate': 'Always true.',
  'CallCost.telephony': 'Minutes of the call and of its recording, rounded up.',
  'CallCost.speech': 'Minutes of the vendor’s speech recognition and synthesis, rounded up.',
  'CallCost.model':
    'Tokens of the turns and of the latest analysis; null if one of their models has no price. Excludes tokens of collect_fields, whispers, failed or earlier analyses, and answers that were dropped in the last turn.',
  'CallCost.texts': 'Segments of text messages; absent if there were none.',
  'CallCost.aws': 'Minutes on AWS.',
  'CallCost.total': 'The sum of the parts that have a price.',
  'CallCost.unpriced_models': 'The models without a price; absent if all have one.',
  'CallCost.tokens_are_estimated':
    'Whether some of the tokens are estimated, since the vendor did not report them; absent if none are.',
  'CallCost.is_incomplete':
    'Whether tokens are missing: of models without a price, or of turns whose figures the call does not have (`turns_left_out`). Absent if none are. Tokens that `model` always excludes don’t count as missing.',
  Latency: 'How long the caller waited for answers. See `latency` of a turn for when the time begins.',
  'Latency.silence_p50_ms': 'Median of `silence_ms` of the agent’s answers, in milliseconds.',
  'Latency.silence_p95_ms': '95th percentile of the same time, in milliseconds.',
  'Latency.answers': 'The number of answers.',
};

export const examples = {
  'CallTurn.number': 3,
  'CallTurn.sender': 'agent',
  'CallTurn.text': 'With pleasure. Which day would suit you?',
  'CallTurn.interrupted': false,
  'CallTurn.latency': {
    silence_ms: 640,
    total_ms: 3120,
    segments: [
      { name: 'model_asked', ms: 12 },
      { name: 'first_token', ms: 520 },
      { name: 'first_text', ms: 108 },
      { name: 'last_text', ms: 210 },
      { name: 'answer_over', ms: 2270 },
    ],
  },
  'CallTurn.model': {
    name: 'gpt-4.1-mini',
    tokens: { input: 812, output: 14, cached: 512, wasted: 0 },
    tokens_are_estimated: false,
  },
  'CallTurn.knowledge': {
    passages: 2,
    vector_database: '0199a5d0-3c06-7a10-8b20-5f6e7d8c9b06',
    sources: ['opening-hours#1', 'prices#7'],
  },
};
