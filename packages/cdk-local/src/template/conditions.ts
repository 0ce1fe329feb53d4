import * as z from 'zod';

const list = z.array(z.unknown());

/**
 * The value of a condition function such as Fn::And. Returns undefined if `name` is not one; `operands` returns the
 * resolved arguments.
 */
export function evaluateCondition(name: string, operands: () => unknown): boolean | undefined {
  switch (name) {
    case 'Fn::Equals': {
      const [left, right] = list.parse(operands());
      return String(left) === String(right);
    }
    case 'Fn::And':
      return list.parse(operands()).every((operand) => operand === true);
    case 'Fn::Or':
      return list.parse(operands()).some((operand) => operand === true);
    case 'Fn::Not':
      return list.parse(operands())[0] !== true;
    default:
      return undefined;
  }
}
