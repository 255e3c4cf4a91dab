import { input } from '../../../input.ts';
import { output } from '../../../output.ts';
import { tool } from '../../../tool.ts';
import { fromMorse, toMorse } from '../../../encodings/morse.ts';

export default tool({
  title: 'Morse code converter',
  summary: 'Translate text to international Morse code and back',
  keywords: 'dots dashes cw',
  input: {
    text: input.text('Text or Morse code', 'SOS help', { max: 10_000 }),
    mode: input.choice('Mode', ['encode', 'decode'], 'encode'),
  },
  output: { result: output.text('Result') },
  sample: { result: '... --- ... / .... . .-.. .--.' },
  run: ({ text, mode }) => ({ result: mode === 'encode' ? toMorse(text) : fromMorse(text) }),
});
