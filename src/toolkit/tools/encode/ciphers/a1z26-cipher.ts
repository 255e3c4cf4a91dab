import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';

export default tool({
  title: 'A1Z26 cipher',
  summary: 'Encode letters as their numbers in the alphabet, or decode them',
  input: {
    text: input.text('Text or numbers', 'Hello World'),
    mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
  },
  output: { text: output.text('Result') },
  sample: { text: '8-5-12-12-15 23-15-18-12-4' },
  run: ({ text, mode }) => ({
    text:
      mode === 'encode'
        ? text
            .toUpperCase()
            .split(/\s+/)
            .map((word) => [...word].map((c) => (/[A-Z]/.test(c) ? c.charCodeAt(0) - 64 : c)).join('-'))
            .join(' ')
        : text
            .split(/\s+/)
            .map((word) =>
              word
                .split('-')
                .map((n) =>
                  /^\d{1,2}$/.test(n) && Number(n) >= 1 && Number(n) <= 26
                    ? String.fromCharCode(64 + Number(n))
                    : n,
                )
                .join(''),
            )
            .join(' '),
  }),
});
