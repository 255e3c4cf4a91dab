import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

export default tool({
  title: 'Palindrome checker',
  summary: 'Check whether a text reads the same backwards',
  input: { text: input.text('Text', 'A man, a plan, a canal: Panama', { max: 10_000 }) },
  output: { isPalindrome: output.flag('Palindrome'), letters: output.text('Letters compared') },
  sample: { isPalindrome: true, letters: 'amanaplanacanalpanama' },
  run: ({ text }) => {
    const letters = [...text.toLowerCase().normalize('NFC')].filter((c) => /[\p{L}\p{N}]/u.test(c));
    const backwards = letters.toReversed();
    return {
      isPalindrome: letters.length > 0 && letters.join('') === backwards.join(''),
      letters: letters.join(''),
    };
  },
});
