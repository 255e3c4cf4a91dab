import { input, output, tool } from '../../tool.ts';

export default [
  tool({
    slug: 'reverse-letters',
    title: 'Reverse text',
    summary: 'Reverse a text letter by letter',
    keywords: 'mirror backwards flip',
    input: { text: input.text('Text', 'Hello 👩‍💻 world') },
    output: { text: output.text('Text') },
    sample: { text: 'dlrow 👩‍💻 olleH' },
    run: ({ text }) => ({
      text: [...new Intl.Segmenter('en').segment(text)]
        .map(({ segment }) => segment)
        .reverse()
        .join(''),
    }),
  }),
  tool({
    slug: 'reverse-words',
    title: 'Reverse words',
    summary: 'Reverse the order of the words in each line',
    input: { text: input.text('Text', 'one two three') },
    output: { text: output.text('Text') },
    sample: { text: 'three two one' },
    run: ({ text }) => ({
      text: text
        .split('\n')
        .map((line) => line.split(' ').reverse().join(' '))
        .join('\n'),
    }),
  }),
  tool({
    slug: 'palindrome-checker',
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
  }),
];
