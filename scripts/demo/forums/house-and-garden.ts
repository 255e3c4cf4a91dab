import { said, thread, type DemoSection } from './script.ts';

export const houseAndGarden: DemoSection = {
  title: 'House and garden',
  forums: [
    {
      title: 'Kitchen',
      description: 'Recipes that work, and honest reports of those that did not',
      keeper: 'beeton',
      threads: [
        thread(
          'beeton',
          'How to write a recipe so that others can cook it',
          'Quantities *first*. Then time. Then what to do, in the order in which it is done.',
          [],
          { pinned: true },
        ),
        thread(
          'alcott',
          'My gingerbread spreads',
          'It goes into the oven as a house and comes out as a map. What am I doing wrong?',
          said(
            'beeton: Your butter is too warm, and you know it.',
            'alcott >1: It is always warm in this kitchen. That is its charm.',
            'beeton >2: Then cut the shapes and let them stand in the snow.',
          ),
        ),
        thread(
          'montgomery',
          'Raspberry cordial without surprises',
          'It was **not** cordial. A friend went home early. How do others label their bottles?',
          said('beeton: Paper, paste, and a large hand.', 'jerome: I never label. The evening explains.'),
        ),
        thread(
          'jerome',
          'Cucumber sandwiches for unexpected aunts',
          'There were none left. There are never any left. How many is enough?',
          said('austen: One more than she has reasons to come.'),
        ),
        thread(
          'marcus',
          'Plain porridge, every morning',
          'It is enough. What do you add, and do you need it?',
        ),
      ],
    },
    {
      title: 'Garden',
      description: 'What grows, what does not, and who ate it',
      keeper: 'montgomery',
      threads: [
        thread(
          'montgomery',
          'Names for trees',
          'The big cherry by the window needs one. No colours, please.',
          said(
            'rossetti: “Early Guest.” It is always the first.',
            'dickinson: I call mine by its number of bees.',
            'montgomery >1: Early Guest it is!',
          ),
        ),
        thread(
          'walton',
          'A pond for patience',
          'How deep, for carp that one does not mean to catch?',
          said('darwin: A yard and a half. They like to be out of sight in winter.'),
        ),
        thread(
          'rossetti',
          'Slugs',
          'All the advice in one place, please: what **worked** for you?',
          said(
            'beeton: Beer, in a saucer.',
            'marcus: They too have a nature, and follow it.',
            'twain >1: A waste on two counts.',
            'beeton >3: It was *your* beer.',
          ),
        ),
        thread(
          'dickinson',
          'Pressing clover without losing the green',
          'Mine turn the colour of old letters.',
          said('montgomery: Warm iron, two sheets, count to ten.'),
        ),
        thread(
          'keats',
          'When does autumn begin for you?',
          'For me, when the bees think that warm days will never cease.',
        ),
      ],
    },
  ],
};
