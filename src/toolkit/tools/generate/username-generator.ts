import { randomInt } from 'node:crypto';
import { input } from '../../input.ts';
import { output } from '../../output.ts';
import { tool } from '../../tool.ts';

const adjectives =
  'amber brave calm clever cosmic daring eager fuzzy gentle golden happy jolly keen lucky mellow misty noble quick quiet rapid shiny silent silver sunny swift tidy vivid witty'.split(
    ' ',
  );
const nouns =
  'badger beacon comet coral falcon fern fox harbor heron island lantern lynx maple meadow otter owl panda pebble pine puffin quill river robin sparrow spruce tiger willow wren'.split(
    ' ',
  );

export default tool({
  title: 'User name generator',
  summary: 'Create memorable usernames',
  keywords: 'nickname handle',
  input: {
    count: input.optional(input.integer('Count', 5, 1, 100)),
    style: input.choice('Style', ['kebab', 'snake', 'camel', 'plain'], 'camel'),
    number: input.flag('With a number', true),
  },
  output: { usernames: output.list('User names') },
  run: ({ count, style, number }) => {
    const pick = (list: readonly string[]) => list[randomInt(list.length)] ?? '';
    const join = (a: string, b: string) => {
      if (style === 'camel') return a + (b[0] ?? '').toUpperCase() + b.slice(1);
      return a + { kebab: '-', snake: '_', plain: '' }[style] + b;
    };
    return {
      usernames: Array.from(
        { length: count },
        () => join(pick(adjectives), pick(nouns)) + (number ? String(randomInt(10, 100)) : ''),
      ),
    };
  },
});
