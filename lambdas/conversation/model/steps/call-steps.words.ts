export const words = {
  CallValue: 'A value that the steps of an agent know.',
  'CallValue.value': 'The value, in its normal form, such as a telephone number in E.164.',
  'CallValue.source': 'Where it comes from.',
  'CallValue.read_back': 'The words in which it was read back to the contact; absent if it was not.',
  'CallValue.confirmed_at':
    'The contact’s turn in which they confirmed it, counted from 1; absent if they did not.',
  StepVisit: 'A visit of a step.',
  'StepVisit.step': 'The name of the step.',
  'StepVisit.agent_id':
    'The agent whose step it is, if the call was handed to it; absent for the call’s own agent.',
  'StepVisit.turn': 'The number of the first turn that was in the step or left it.',
  'StepVisit.exit': 'How the step was left; absent if the call ended in it.',
  StepExit: 'An exit that was taken.',
  'StepExit.to': 'The step or the handoff to which it leads.',
  'StepExit.by': 'What decided it: code by `when`, the language model by `if`, or the else.',
  'StepExit.reason': 'Its `when` or `if`; absent for an else.',
  'StepExit.through': 'The steps that were entered and left at once on the way; absent if there were none.',
};
