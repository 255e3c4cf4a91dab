import { input, output, tool } from '../../tool.ts';
import { invalid } from '../../../kernel/problem.ts';

export default [
  tool({
    slug: 'caesar-cipher',
    title: 'Caesar cipher',
    summary: 'Shift letters by a number of positions',
    input: { text: input.text('Text', 'Attack at dawn'), shift: input.integer('Shift', 3, -25, 25) },
    output: { text: output.text('Text') },
    sample: { text: 'Dwwdfn dw gdzq' },
    run: ({ text, shift }) => ({
      text: text.replace(/[a-z]/gi, (c) => {
        const start = c <= 'Z' ? 65 : 97;
        return String.fromCharCode(((c.charCodeAt(0) - start + shift + 26) % 26) + start);
      }),
    }),
  }),
  tool({
    slug: 'rot13',
    title: 'ROT13',
    summary: 'Shift letters by thirteen positions, which is its own inverse',
    input: { text: input.text('Text', 'Hello, World!') },
    output: { text: output.text('Text') },
    sample: { text: 'Uryyb, Jbeyq!' },
    run: ({ text }) => ({ text: text.replace(/[a-z]/gi, (c) => shift(c)) }),
  }),
  tool({
    slug: 'rot47',
    title: 'ROT47',
    summary: 'Shift all printable ASCII characters by 47 positions',
    input: { text: input.text('Text', 'Hello, World!') },
    output: { text: output.text('Text') },
    sample: { text: 'w6==@[ (@C=5P' },
    run: ({ text }) => ({
      text: text.replace(/[!-~]/g, (c) => String.fromCharCode(((c.charCodeAt(0) - 33 + 47) % 94) + 33)),
    }),
  }),
  tool({
    slug: 'atbash-cipher',
    title: 'Atbash cipher',
    summary: 'Reverse the alphabet: A becomes Z, B becomes Y',
    input: { text: input.text('Text', 'Hello, World!') },
    output: { text: output.text('Text') },
    sample: { text: 'Svool, Dliow!' },
    run: ({ text }) => ({
      text: text.replace(/[a-z]/gi, (c) => {
        const start = c <= 'Z' ? 65 : 97;
        return String.fromCharCode(25 - (c.charCodeAt(0) - start) + start);
      }),
    }),
  }),
  tool({
    slug: 'affine-cipher',
    title: 'Affine cipher',
    summary: 'Encrypt or decrypt letters with ax + b modulo 26',
    input: {
      text: input.text('Text', 'AFFINE CIPHER'),
      a: input.integer('a', 5, 1, 25),
      b: input.integer('b', 8, 0, 25),
      mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
    },
    output: { text: output.text('Text') },
    sample: { text: 'IHHWVC SWFRCP' },
    run: ({ text, a, b, mode }) => {
      const inverse = Array.from({ length: 26 }, (_, i) => i).find((i) => (a * i) % 26 === 1);
      if (inverse === undefined) throw invalid('a', 'a must be coprime to 26: odd and not 13');
      const map = (x: number) => (mode === 'encrypt' ? a * x + b : inverse * (x - b + 26)) % 26;
      return {
        text: text.replace(/[a-z]/gi, (c) => {
          const start = c <= 'Z' ? 65 : 97;
          return String.fromCharCode(map(c.charCodeAt(0) - start) + start);
        }),
      };
    },
  }),
  tool({
    slug: 'vigenere-cipher',
    title: 'Vigenère cipher',
    summary: 'Encrypt or decrypt letters with a keyword',
    input: {
      text: input.text('Text', 'ATTACKATDAWN'),
      key: input.line('Keyword', 'LEMON', { max: 100 }),
      mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
    },
    output: { text: output.text('Text') },
    sample: { text: 'LXFOPVEFRNHR' },
    run: ({ text, key, mode }) => {
      const shifts = [...key.toUpperCase()].filter((c) => /[A-Z]/.test(c)).map((c) => c.charCodeAt(0) - 65);
      if (shifts.length === 0) throw invalid('key', 'Send a keyword of the letters A to Z');
      let i = 0;
      return {
        text: text.replace(/[a-z]/gi, (c) => {
          const start = c <= 'Z' ? 65 : 97;
          const shift = (shifts[i++ % shifts.length] ?? 0) * (mode === 'encrypt' ? 1 : -1);
          return String.fromCharCode(((c.charCodeAt(0) - start + shift + 26) % 26) + start);
        }),
      };
    },
  }),
  tool({
    slug: 'rail-fence-cipher',
    title: 'Rail fence cipher',
    summary: 'Encrypt text by writing it in a zigzag and reading it row by row, or decrypt it',
    input: {
      text: input.text('Text', 'WEAREDISCOVEREDFLEEATONCE', { max: 20_000 }),
      rails: input.integer('Rails', 3, 2, 100),
      mode: input.choice('Mode', ['encrypt', 'decrypt'], 'encrypt'),
    },
    output: { text: output.text('Text') },
    sample: { text: 'WECRLTEERDSOEEFEAOCAIVDEN' },
    run: ({ text, rails, mode }) => {
      const letters = [...text];
      const period = 2 * (rails - 1);
      const order = letters
        .map((_, i) => i)
        .sort(
          (a, b) =>
            Math.min(a % period, period - (a % period)) - Math.min(b % period, period - (b % period)) ||
            a - b,
        );
      if (mode === 'encrypt') return { text: order.map((i) => letters[i] ?? '').join('') };
      const back: string[] = [];
      for (const [at, i] of order.entries()) back[i] = letters[at] ?? '';
      return { text: back.join('') };
    },
  }),
  tool({
    slug: 'xor-cipher',
    title: 'XOR cipher',
    summary: 'XOR text with a key, in hex',
    secret: true,
    input: {
      text: input.text('Text', 'Hello'),
      key: input.line('Key', 'key', { min: 1 }),
      from: input.choice('Text is', ['text', 'hex'], 'text'),
    },
    output: { hex: output.code('Hex'), text: output.text('As text') },
    sample: { hex: '230015070a', text: '#\u0000\u0015\u0007\n' },
    run: ({ text, key, from }) => {
      if (from === 'hex' && !/^(?:[0-9a-f]{2})*$/i.test(text))
        throw invalid('text', 'Send pairs of hex digits');
      const bytes = Buffer.from(text, from === 'hex' ? 'hex' : 'utf8');
      const keyBytes = Buffer.from(key);
      const result = Buffer.from(bytes.map((byte, i) => byte ^ (keyBytes[i % keyBytes.length] ?? 0)));
      return { hex: result.toString('hex'), text: result.toString() };
    },
  }),
];

function shift(letter: string): string {
  const start = letter <= 'Z' ? 65 : 97;
  return String.fromCharCode(((letter.charCodeAt(0) - start + 13) % 26) + start);
}
