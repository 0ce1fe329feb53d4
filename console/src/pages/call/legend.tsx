import './turn.css';

/** What a waterfall is made of: each part ends with what it is named after. */
const SEGMENTS = [
  ['turn_over', 'until the turn was known to be over'],
  ['model_asked', 'until the model was asked'],
  ['first_token', 'its first token'],
  ['first_text', 'first words sent'],
  ['last_text', 'last words sent'],
  ['answer_over', 'answer heard or interrupted'],
] as const;

/** Says what the colours of waterfalls mean. */
export function Legend() {
  return (
    <ul className="legend" aria-label="Parts of the time of an answer">
      {SEGMENTS.map(([name, meaning]) => (
        <li key={name} className={name}>
          {meaning}
        </li>
      ))}
    </ul>
  );
}
