import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Line break remover',
  summary: 'Join lines into one, or into paragraphs',
  keywords: 'newline unwrap',
  input: {
    text: input.text('Text', 'These lines\nbelong together.\n\nThis is another paragraph.'),
    replacement: input.optional(input.line('Replace with', ' ', { max: 20 })),
    keepParagraphs: input.flag('Keep paragraphs', true),
  },
  output: { text: output.text('Text') },
  sample: { text: 'These lines belong together.\n\nThis is another paragraph.' },
  run: ({ text, replacement, keepParagraphs }) => {
    const lines = text.replaceAll('\r\n', '\n');
    const join = (part: string) =>
      part
        .split('\n')
        .filter((line) => line.trim() !== '')
        .join(replacement);
    return {
      text: keepParagraphs ? lines.split('\n\n').map(join).filter(Boolean).join('\n\n') : join(lines),
    };
  },
});
