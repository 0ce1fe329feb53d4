export const words = {
  CallAnalysis: 'The analysis of a call that is over. Quotations from the transcript prove each value.',
  'CallAnalysis.run': 'Which analysis of the call this is, from 1.',
  'CallAnalysis.at': 'When the call was analyzed.',
  'CallAnalysis.status': 'Whether a model gave a valid answer.',
  'CallAnalysis.error':
    'Why the analysis failed; absent if it did not fail. no_valid_answer: no model gave a valid answer. quota_exceeded: your tokens of the day were used up. too_large: the analysis does not fit into the call.',
  'CallAnalysis.model': 'The model that answered; absent if none did.',
  'CallAnalysis.tokens': 'The tokens that the model used; absent if none answered.',
  'CallAnalysis.tokens.input': 'Tokens of the request.',
  'CallAnalysis.tokens.output': 'Tokens of the answer, including reasoning.',
  'CallAnalysis.tokens.cached':
    'Tokens of the request that the vendor had cached; 0 if the tokens are estimated, since only the vendor knows its cache.',
  'CallAnalysis.tokens_are_estimated':
    'Whether the tokens are estimated, since the vendor did not report them; absent if they are not.',
  'CallAnalysis.messages_left_out':
    'The number of messages that the model did not see: the first ones if the transcript exceeds its context window, and those that the transcript itself omits. Absent if it saw all.',
  'CallAnalysis.summary':
    'What the human wanted, and how the call ended; absent if you did not request a summary.',
  'CallAnalysis.summary.value': 'The summary; null if missing.',
  'CallAnalysis.quotations':
    'Quotations from the transcript that prove the value. Each is a whole message, or at least four words of one. A value with any other quotation is dropped.',
  'CallAnalysis.quotations.message': 'The number of the message in the transcript, from 1.',
  'CallAnalysis.summary.quotations.sender': 'The speaker: the agent, or the human.',
  'CallAnalysis.quotations.text': 'The words, as they are in the transcript.',
  'CallAnalysis.reason':
    'Why the value is missing; absent if it isn’t. `not_said`: not mentioned in the call. `not_answered`: the model did not answer. `no_quotation`: the model gave no quotation. `quotation_not_found`: a quotation is not in the transcript. `quotation_insufficient`: a quotation has fewer than four words and is not a whole message, or omits a negation of its sentence; or a field or sentiment is proven only by words of the agent. `does_not_fit`: the value does not fit its schema. `other_language`: the value is not in the agent’s language. `too_large`: the value has more than 4,000 bytes, or more than 10 quotations.',
  'CallAnalysis.success': 'Whether the call was a success by your rubric; absent without a rubric.',
  'CallAnalysis.success.value': 'Whether the call was a success; null if unknown.',
  'CallAnalysis.success.quotations.sender': 'The speaker: the agent, or the human.',
  'CallAnalysis.sentiment': 'How the human felt at the end; absent if you did not request it.',
  'CallAnalysis.sentiment.value': 'How the human felt; null if unknown.',
  'CallAnalysis.sentiment.quotations.sender': 'The speaker: the agent, or the human.',
  'CallAnalysis.extracted': 'The extracted fields, by name; absent if you did not request any.',
  'CallAnalysis.extracted.value': 'The value, which fits the field’s schema; null if missing.',
  'CallAnalysis.extracted.quotations.sender': 'The speaker: the agent, or the human.',
  MissingReason: 'Why the value of a finding is missing.',
  RequestedAnalysis: 'A requested analysis. It is usually ready within seconds.',
  'RequestedAnalysis.id': 'Identifier of the call.',
  'Analysis.run': 'Which analysis of the call this is, from 1.',
  AnalysisBatchInput: 'Calls to analyze.',
  'AnalysisBatchInput.calls': 'The calls, by id.',
  AnalysisBatch: 'The results of a batch.',
  'AnalysisBatch.results': 'One result per call, in the order of the request.',
  AnalysisBatchResult: 'The result for one call: the requested analysis, or the error.',
  'AnalysisBatchResult.error': 'Why no analysis was requested.',
  'AnalysisBatchResult.error.loc': 'Where the call is in the request, as in the body of an error.',
  EventAnalysis: 'A call was analyzed. Sent once for each analysis.',
};

export const examples = {
  'CallAnalysis.run': 1,
  'CallAnalysis.status': 'done',
  'CallAnalysis.model': 'gpt-4.1-mini',
  'CallAnalysis.tokens': { input: 640, output: 92, cached: 0 },
  'CallAnalysis.summary': {
    value: 'The human asked for an appointment and got one on Tuesday.',
    quotations: [{ message: 2, sender: 'human', text: 'I would like an appointment' }],
  },
  'CallAnalysis.extracted': {
    day: { value: 'Tuesday', quotations: [{ message: 4, sender: 'human', text: 'Tuesday would suit me' }] },
    guests: { value: null, reason: 'not_said', quotations: [] },
  },
  'RequestedAnalysis.id': '0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08',
  'RequestedAnalysis.run': 2,
  'AnalysisBatchResult.id': '0199a5d0-3c08-7a10-8b20-5f6e7d8c9b08',
  'AnalysisBatchResult.run': 2,
};
