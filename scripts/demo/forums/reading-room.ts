import { said, thread, type DemoSection } from './script.ts';

export const readingRoom: DemoSection = {
  title: 'The reading room',
  forums: [
    {
      title: 'Poems',
      description: 'Verse, and how it is made',
      keeper: 'dickinson',
      threads: [
        thread(
          'ada',
          'Before you post a poem here',
          'Three things, so that everybody enjoys the room:\n\n1. Say **whose** it is. If it is yours, say that too.\n2. One poem a thread. A cycle is one poem.\n3. Criticise the line, not the poet.',
          [],
          { pinned: true, closed: true },
        ),
        thread(
          'keats',
          'A line that stays with you, and why?',
          'I collect lines that I cannot get rid of. Give me yours, with *one* sentence on what it does to you.',
          said(
            'blake: The one about the grain of sand. It changes the size of everything for the rest of the day.',
            'dickinson >1: It does so in fourteen words, too. I counted, and was jealous.',
            'rossetti: Anything that rhymes where I had not expected it. A late rhyme is a small homecoming.',
            'keats >2: Brevity is a kind of courage.',
            'stevenson: “Home is the sailor.” I hear a door when I read it.',
          ),
        ),
        thread(
          'rossetti',
          'Rhyming dictionaries: help or harm?',
          'I keep one under the desk and feel guilty. Do you use one?',
          said(
            'dickinson: I use half of one. Slant rhymes are not listed.',
            'blake: Never! The word must come to you like weather.',
            'keats >2: Weather is easier to wait for when one does not live by it.',
          ),
        ),
        thread(
          'blake',
          'Engraving a poem backwards',
          'Mirror writing, copper, and a steady breath. I can show the tools if anybody wants to try.',
          said(
            'rossetti: Please do. Does the plate tell you when a line is too long?',
            'blake >1: The plate, and then the thumb.',
          ),
        ),
        thread(
          'dickinson',
          'Dashes — how many are too many?',
          'Asking for myself —',
          said(
            'austen: One, when it is in place of a thought.',
            'dickinson >1: But — when the thought *is* the dash?',
          ),
        ),
      ],
    },
    {
      title: 'Novels and tales',
      description: 'What you read, what you write, how it ends',
      keeper: 'austen',
      threads: [
        thread(
          'austen',
          'What are you reading this week?',
          'The thread that never closes. Title, one sentence, no endings given away.',
          [],
          { pinned: true },
        ),
        thread(
          'stevenson',
          'Maps first, or chapters first?',
          'I drew an island to please a child, and the book followed. Does anybody else begin with a drawing?',
          said(
            'melville: Always a map. And a timetable, and a list of stores by weight.',
            'twain: I lived on the map. Saved me the ink.',
            'carroll: I begin with a sentence that frightens me and ask who would say it.',
            'stevenson >3: That is the best answer in this thread, and I started it.',
          ),
        ),
        thread(
          'carroll',
          'Ghost stories on a wet evening',
          'We are snowed in. Everybody owes the company one story; four lines are enough.',
          said(
            'stevenson: The clock struck one more than it had.',
            'jerome: I was alone, and the portrait was better dressed than I was.',
            'alcott: My sister read my diary to me. I had not written it yet.',
          ),
        ),
        thread(
          'alcott',
          'Writing with siblings in the house',
          'Doors do not help. What does?',
          said(
            'austen: A door that creaks. One hears them coming.',
            'montgomery: An apple tree. They do not look up.',
          ),
        ),
        thread(
          'melville',
          'Is this balloon plausible?',
          'Two burners, a crew of three and a dog. See the figures below.\n\n| | kg |\n| --- | ---: |\n| envelope | 280 |\n| basket | 95 |\n| dog | 31 |',
          said(
            'faraday: The gas is the question. Which one, and from where?',
            'melville >1: I had hoped that nobody would ask.',
          ),
          { begunIn: 'Science' },
        ),
        thread(
          'twain',
          'Cutting adjectives',
          'When you catch one, kill it. Well, most of them.',
          said('jerome: I keep mine in a good hotel.'),
        ),
      ],
    },
    {
      title: 'Science',
      description: 'Experiments, questions, and honest doubts',
      keeper: 'faraday',
      threads: [
        thread(
          'faraday',
          'A candle, six experiments',
          'Everything one needs is on the kitchen table. First: **where** in the flame is it hot? Hold a paper across it for a second, and look at the ring.',
          said(
            'ada: The ring is dark, its middle is not. I repeated it eleven times and noted the seconds.',
            'melville >1: Eleven! I stopped when the paper did.',
            'faraday >1: Then you have seen that the middle is not burning at all. Second: lead it away through a glass tube, and light the other end.',
          ),
        ),
        thread(
          'ada',
          'Cards for a long multiplication',
          'I have a sequence that needs 23 cards. Who finds one with fewer?',
          said(
            'faraday: Which of them are only there to carry?',
            'ada >1: Seven. You have found the place where I am stuck.',
          ),
        ),
        thread(
          'darwin',
          'Worms move more soil than we think',
          'I put a stone on the lawn. Results in thirty years; do remind me.',
        ),
      ],
    },
    {
      title: 'Astronomy',
      description: 'What can be seen tonight',
      below: 'Science',
      threads: [
        thread(
          'khayyam',
          'The length of the year, once more',
          'My calendar loses a day in some five thousand years. I should like to lose less.',
          said(
            'ada: How long is your longest cycle?',
            'khayyam >1: Thirty-three years, eight leap days in it.',
          ),
        ),
        thread('melville', 'Clear sky on Thursday?', 'I bring the glass if somebody brings a hill.'),
      ],
    },
  ],
};

/** For the thread that never closes: what somebody reads, and what they say of it. */
export const reading = {
  books: [
    'a voyage round my room',
    'the almanac for the year',
    'letters of a lighthouse keeper',
    'a history of tea',
    'sermons, for the style',
    'a treatise on knots',
    'somebody’s diary, found in a drawer',
    'the third volume first',
    'fairy tales from the north',
    'a dictionary, from S on',
    'a cookery book, hungry',
    'ghost stories before noon',
    'travels among bees',
  ],
  remarks: [
    'The first page is the best I have read this year.',
    'It improves whenever the author forgets himself.',
    'I laughed on a train, alone.',
    'Recommended to everybody who has a window.',
    'I disagree with it warmly.',
    'Slow, and I would not have it faster.',
    'Borrowed; it will not come back.',
    'Two chapters left, and I ration them.',
    'It made me write a letter.',
    'The notes are better than the text.',
    'My aunt has forbidden it, so I read it twice.',
  ],
} as const;
