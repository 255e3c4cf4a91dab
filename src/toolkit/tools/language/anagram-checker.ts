import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Anagram checker',
  summary: 'Check whether two texts have the same letters',
  input: { a: input.line('First', 'listen'), b: input.line('Second', 'silent') },
  output: { isAnagram: output.flag('Anagram'), letters: output.text('Letters in order') },
  sample: { isAnagram: true, letters: 'eilnst' },
  run: ({ a, b }) => {
    const letters = (text: string) =>
      [...text.toLowerCase()]
        .filter((c) => /[\p{L}\p{N}]/u.test(c))
        .sort()
        .join('');
    return { isAnagram: letters(a) !== '' && letters(a) === letters(b), letters: letters(a) };
  },
});
