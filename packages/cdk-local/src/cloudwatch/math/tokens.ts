/** A part of a text: a number, a string, a name, or a sign. */
export type Token =
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'string' | 'name' | 'sign'; readonly value: string };

const PATTERN =
  /\s*(?:(\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|"([^"]*)"|'([^']*)'|([A-Za-z_]\w*)|(&&|\|\||[<>=!]=|[-+*/^(),<>[\]]))\s*/y;

/** The tokens of an expression. Throws at a character that belongs to none. */
export function tokensOf(text: string): Token[] {
  const tokens: Token[] = [];
  const pattern = new RegExp(PATTERN);
  while (pattern.lastIndex < text.length) {
    const at = pattern.lastIndex;
    const [match, number, double, single, name, sign] = pattern.exec(text) ?? [];
    if (match === undefined) throw new Error(`"${text.slice(at)}" cannot be read`);
    const string = double ?? single;
    if (number !== undefined) tokens.push({ kind: 'number', value: Number(number) });
    else if (string !== undefined) tokens.push({ kind: 'string', value: string });
    else if (name !== undefined) tokens.push({ kind: 'name', value: name });
    else if (sign !== undefined) tokens.push({ kind: 'sign', value: sign });
  }
  return tokens;
}

/** Reads tokens one after the other. */
export class TokenReader {
  readonly #tokens: readonly Token[];
  #next = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  /** The next token, which stays the next. */
  peek(): Token | undefined {
    return this.#tokens[this.#next];
  }

  take(): Token {
    const token = this.peek();
    if (!token) throw new Error('it ends too early');
    this.#next += 1;
    return token;
  }

  /** Takes the next token if it is one of these signs or words. */
  takeIf(values: readonly string[]): string | undefined {
    const token = this.peek();
    if (!token || token.kind === 'number' || token.kind === 'string' || !values.includes(token.value))
      return undefined;
    this.#next += 1;
    return token.value;
  }

  expect(value: string): void {
    if (this.takeIf([value]) === undefined) throw new Error(`"${value}" is missing`);
  }

  end(): void {
    const token = this.peek();
    if (token) throw new Error(`"${token.value}" is too much`);
  }
}
