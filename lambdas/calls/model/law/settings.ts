import { type Purpose, purpose } from '../../../consents/model/consent.ts';
import { list, oneOf } from '../../../platform/variables/codecs.ts';
import type { Setting } from '../../../platform/variables/setting.ts';
import { readVariable, textCodec } from '../../../platform/variables/variable.ts';
import type { OperatorRules } from './may-dial.ts';

const MODES = ['enforce', 'warn', 'off'] as const;
const CONSENTS = ['recorded', 'assumed'] as const;
const QUIET = /^(([01]\d|2[0-3]):[0-5]\d-([01]\d|2[0-3]):[0-5]\d)?$/;
const PLACE = /^(\*|[A-Z]{2}(-[A-Z0-9]{1,3})?)$/;

/** The settings of the decision whether a call may be dialed. */
export const law = {
  /**
   * What follows from the rules of the called person's place: `enforce` refuses calls, `warn` stores the decision with
   * each call, `off` decides nothing.
   */
  mode: { name: 'LAW_MODE', codec: oneOf(MODES), default: 'off', values: MODES },
  /** The purpose of calls that name none. */
  defaultPurpose: {
    name: 'LAW_DEFAULT_PURPOSE',
    codec: oneOf(purpose.options),
    default: 'informational',
    values: purpose.options,
  },
  /** Places without a table of rules in which calls are permitted, such as `US-OH` or `JP`; `*` permits every place. */
  permittedPlaces: {
    name: 'LAW_PERMITTED_PLACES',
    codec: list,
    default: [],
    check: {
      isRight: (places) => places.every((place) => PLACE.test(place)),
      rule: 'must be ISO 3166 codes such as US-OH or JP, or *',
    },
  },
  /** Local time of the contact in which only emergencies are called, such as `21:00-08:00`; empty for none. */
  quietHours: {
    name: 'LAW_QUIET_HOURS',
    codec: textCodec,
    default: '',
    check: { isRight: (hours) => QUIET.test(hours), rule: 'must be two times such as 21:00-08:00, or empty' },
  },
  /**
   * Whether informational calls need a recorded consent where a law demands consent. `assumed`: your users call only
   * contacts who gave them their number for such calls.
   */
  consentToInformational: {
    name: 'LAW_INFORMATIONAL_CONSENT',
    codec: oneOf(CONSENTS),
    default: 'recorded',
    values: CONSENTS,
  },
} satisfies {
  readonly mode: Setting<OperatorRules['mode']>;
  readonly defaultPurpose: Setting<Purpose>;
  readonly permittedPlaces: Setting<readonly string[]>;
  readonly quietHours: Setting<string>;
  readonly consentToInformational: Setting<OperatorRules['consentToInformational']>;
};

export const operatorRules = (): OperatorRules => ({
  mode: readVariable(law.mode),
  permittedPlaces: readVariable(law.permittedPlaces),
  quietHours: readVariable(law.quietHours),
  consentToInformational: readVariable(law.consentToInformational),
});
