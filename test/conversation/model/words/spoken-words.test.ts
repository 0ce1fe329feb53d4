import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SpokenWords, spokenWords } from '../../../../lambdas/conversation/model/words/spoken-words.ts';
import { language } from '../../../../lambdas/vendors/model/languages.ts';

/** What a model writes, what is spoken of it, and what was removed. ⏎ is the end of a line. */
const WRITTEN = String.raw`
**Two** *rooms*, __one__ _bath_ and ~~no~~ ${'`key`'}. ⇒ Two rooms, one bath and no key. ⇒ {"markup":12}
***Now***, *“Yes”*, *Sure!* (*ok*) un**believ**able ⇒ Now, “Yes”, Sure! (ok) unbelievable ⇒ {"markup":10}
# Hours⏎⏎- Monday⏎* [x] Tuesday⏎1. first⏎> quoted ⇒ Hours⏎⏎Monday⏎Tuesday⏎1. first⏎quoted ⇒ {"markup":5}
Hours:⏎---⏎| day | time |⏎|:--|---|⏎| Mon | 9-5 |⏎ok ⇒ Hours:⏎day time ⏎Mon 9-5 ⏎ok ⇒ {"markup":8}
${'```'}json⏎yes⏎${'```'} then• one \*x\* ⇒ yes⏎then one *x* ⇒ {"markup":5}
See [our **page**](https://x.test/a "t") ![map](m.png)! ⇒ See our page map! ⇒ {"markup":4}
At https://www.ex.com/help-me/?q=1, or shop.de. ⇒ At ex dot com slash help dash me, or shop dot de. ⇒ {"address":2}
Write to <o_n+a.b@ex.co.uk>. ⇒ Write to o underscore n plus a dot b at ex dot co dot uk. ⇒ {"markup":1,"address":1}
Good 😀 day 👩‍👩‍👧 to 🇩🇪 you 👋🏽 1️⃣ © ⇒ Good day to you 1 © ⇒ {"emoji":5}
<think>I *must* lie. </thinking>⏎⏎Hello.<think>never closed ⇒ Hello. ⇒ {"reasoning":2}
[THINK]hm[/THINK] <!-- a > b --> <Reasoning effort="1">x</reasoning>Yes. ⇒ Yes. ⇒ {"reasoning":2,"markup":1}
<speak>One<break time="9s"/>two<br>three</p> four</speak> ⇒ One two three four ⇒ {"markup":5}
&lt;break time="9s"/&gt;A&amp;B &quot;c&quot; ⇒ < break time="9s"/>A&B "c" ⇒ {"markup":5}
functions.transfer_call({"why": "a (b"}) One moment. ⇒ One moment. ⇒ {"tool_call":1}
Yes. transfer_call(reason=f("x")) end() {"name": "a", "arguments": {"b": "}"}} ok ⇒ Yes. ok ⇒ {"tool_call":3}
functions.a:0 {"x": 1} [tool: a] <tool_call>{"x"}</tool_call> <function=a><p>1</p></function>ok ⇒ ok ⇒ {"tool_call":4}
look.up(at=1) find("x") ~~~⏎word(s) f(x) g(a, b=1) ⇒ word(s) f(x) g(a, b=1) ⇒ {"tool_call":2,"markup":1}
end_call: {"a": 1} order_id: 5 (the user_name (yours)) ⇒ order_id: 5 (the user_name (yours)) ⇒ {"tool_call":1}
से **नमस्ते** です。**重要**な*点*、**중요**해요 ⇒ से नमस्ते です。重要な点、중요해요 ⇒ {"markup":8}
<|start|>assistant<|channel|>analysis<|message|>x<|end|><|start|>assistant<|channel|>final<|message|>ok ⇒ ok ⇒ {"reasoning":1}
<antThinking>x</antThinking>a</think>b <|tool_calls_section_begin|>f:0{}<|tool_calls_section_end|> c ⇒ a b c ⇒ {"reasoning":1,"markup":1,"tool_call":1}
[calling look_up] {'action': 'x'} <｜tool▁calls▁begin｜>f<｜tool▁calls▁end｜>[sic] [A_1] ⇒ [sic] [A_1] ⇒ {"tool_call":3}
5 < 6, a > b, 2 * 3, 2**3, 12*4, a_b, snake_case, $5, #1, C#, 50%, ~5, 5*, “*”, the * key.
Dial *67 or *#06# or "*", e.g. at 10:30; 1,000.50 — or 3.5. AT&T, R&D, well-known, word(s), f(x), w/o
He said (quietly): “I’m {here}”! [sic] It ended.Then node.js Ⅳ ½ © ™ ½° × ÷ … don’t stop---now
क्‍ष र्‍य हिन्दी में। お〜い、データ・ベースは東京です。 아니요, 네! Señor Ñandú coöperatie ça`
  .trim()
  .split('\n')
  .map((line) => line.replaceAll('⏎', '\n').split(' ⇒ '))
  .map(
    ([written = '', spoken = written, removed = '0']) =>
      [written, spoken, JSON.parse(removed) || undefined] as const,
  );

/** What is spoken of an answer that arrives in chunks. */
function chunked(text: string, ends: readonly number[]) {
  const words = new SpokenWords('en');
  const cuts = [...ends.map((end) => end % (text.length + 1)).sort((one, other) => one - other), text.length];
  const spoken = cuts.map((cut, index) => words.push(text.slice(cuts[index - 1] ?? 0, cut)));
  return { spoken: spoken.join('') + words.flush(), ...words.figures };
}

describe('the words that are spoken', () => {
  it.each(WRITTEN)('of %j are %j', (written, spoken, removed) => {
    expect(chunked(written, [])).toEqual({ spoken, removed });
  });

  it('are the same however a model cuts its answer, and never make up a tag', () => {
    const signs = fc.stringMatching(/^[<>[\](){}*_`~|#&;:"\\/@. a-c\n-]{0,12}$/);
    const piece = fc.oneof(fc.constantFrom(...WRITTEN.map(([written]) => written)), signs);
    const texts = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(' '));

    fc.assert(
      fc.property(texts, fc.array(fc.nat(), { maxLength: 60 }), (text, ends) => {
        const whole = chunked(text, []);

        expect(chunked(text, ends)).toEqual(whole);
        expect(chunked(text, [...Array(text.length).keys()])).toEqual(whole);
        expect(whole.spoken).not.toMatch(/<[a-z/!?|]/i);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    'Well, of course you can. ',
    'もちろん、できます。',
    'ज़रूर, आप आइए। ',
    '네, 물론이죠. ',
  ])('are spoken at once: %s', (text) => {
    const words = new SpokenWords('en');

    expect([...text].map((character) => words.push(character)).join('')).toBe(text);
  });

  it.each(['[open', '<a b', '{"', '![', 'a/'])('are not held back for long after %s', (start) => {
    expect(new SpokenWords('en').push(start + ' word'.repeat(100))).toContain(' word word');
  });

  it.each(language.options)('name the signs of an address in %s', (code) => {
    expect(spokenWords('a.b@c-d.com', code)).toMatch(/^a \S+ b \S+ c \S+ d \S+ com$/u);
  });

  it.each([
    ...[
      '[',
      '<',
      '*',
      '`',
      '<a ',
      '[a](',
      '{"name":',
      'a_b(',
      '&amp;',
      'a@',
      'a.',
      '| ',
      '<think>',
      '"',
      '😀',
    ],
  ])('are found in linear time in 100 KB of %j', (text) => {
    const start = performance.now();

    spokenWords(text.repeat(100_000 / text.length), 'en');

    expect(performance.now() - start).toBeLessThan(5_000);
  });
});
