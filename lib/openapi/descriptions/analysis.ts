const FOUND = {
  quotations:
    'The words of the transcript that prove the value. Each is a whole message, or at least four words of one. A value with another quotation is dropped.',
  'quotations.message': 'The number of the message in the transcript, from 1.',
  'quotations.sender': 'The speaker: the agent, or the human.',
  'quotations.text': 'The words, as they are in the transcript.',
  reason:
    'Why there is no value; absent if there is one. `not_said`: nobody said it. `not_answered`: the model did not answer. `no_quotation`: the model gave no quotation. `quotation_not_found`: a quotation is not in the transcript. `quotation_insufficient`: a quotation has fewer than four words and is not a whole message, or omits a negation of its sentence; or a field or sentiment is proven only by words of the agent. `does_not_fit`: the value does not fit its schema. `other_language`: the value is not in the agent’s language. `too_large`: the value has more than 4,000 bytes, or more than 10 quotations.',
};

/** Descriptions of a finding: a value, or why there is none. */
const finding = (field: string, value: string) => ({
  [`${field}.value`]: `${value}; null if there is none.`,
  ...Object.fromEntries(Object.entries(FOUND).map(([name, text]) => [`${field}.${name}`, text])),
});

export const analysisDescriptions = {
  'Agent.analysis':
    'How a language model analyzes each call when it is over; null for no analysis. HIPAA-compliant calls are never analyzed.',
  'Agent.analysis.summary': 'Whether to summarize the call, in the agent’s language.',
  'Agent.analysis.success_rubric': 'When a call counts as a success, in your words; null to skip this.',
  'Agent.analysis.sentiment': 'Whether to judge how the human felt at the end.',
  'Agent.analysis.extract':
    'What to extract: a JSON schema (draft 2020-12) with 1 to 30 `properties`; null for nothing. Each property is a field of the result and is checked by itself. Keywords that span several properties, such as `required`, have no effect. Patterns and references have the limits of an action’s `input_schema`.',

  'Call.analysis':
    'The analysis of the call, by the `analysis` setting of its agent. Absent until a short time after the call, and if the agent has no such setting.',
  CallAnalysis: 'The analysis of a call that is over. Quotations from the transcript prove each value.',
  'CallAnalysis.run': 'The number of the analysis among those of the call, from 1.',
  'CallAnalysis.at': 'When it was made: ISO 8601, in UTC.',
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
    'The number of messages that the model was not given: the first ones if the transcript is longer than its window, and those that the transcript itself omits. Absent if it was given all.',
  'CallAnalysis.summary':
    'What the human wanted, and how the call ended; absent if you did not request a summary.',
  ...finding('CallAnalysis.summary', 'The summary'),
  'CallAnalysis.success': 'Whether the call was a success by your rubric; absent without a rubric.',
  ...finding('CallAnalysis.success', 'Whether the call was a success'),
  'CallAnalysis.sentiment': 'How the human felt at the end; absent if you did not request it.',
  ...finding('CallAnalysis.sentiment', 'How the human felt'),
  'CallAnalysis.extracted': 'The extracted fields, by name; absent if you did not request any.',
  ...finding('CallAnalysis.extracted', 'The value, which fits the field’s schema'),

  MissingReason: 'Why a finding has no value.',
  RequestedAnalysis: 'A requested analysis. It is usually ready within seconds.',
  'RequestedAnalysis.id': 'Identifier of the call: a UUID.',
  'RequestedAnalysis.run': 'The number of the analysis among those of the call.',
  AnalysisBatchInput: 'Calls to analyze.',
  'AnalysisBatchInput.calls': 'The calls, by id.',
  AnalysisBatch: 'The results of a batch.',
  'AnalysisBatch.results': 'One result per call, in the order of the request.',
  AnalysisBatchResult: 'The result for one call: the requested analysis, or the fault.',
  'AnalysisBatchResult.run': 'The number of the analysis among those of the call.',
  'AnalysisBatchResult.error': 'Why the call is not analyzed.',
  'AnalysisBatchResult.error.loc': 'Where the call is in the request, as in the body of an error.',

  EventAnalysis: 'A call was analyzed. Sent once for each analysis.',
  'Event.payload.analysis': 'The analysis.',
};
