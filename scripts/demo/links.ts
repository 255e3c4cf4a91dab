/** A demo short link with its alias, owner, target and popularity. */
export interface DemoLink {
  alias: string;
  owner: string;
  url: string;
  title: string;
  description?: string;
  visibility?: 'private';
  /** Days until it expires. */
  expiresIn?: number;
  /** Its relative share of the visitors. */
  pull: number;
  /** Age in days. */
  age: number;
}

/** A link to a book by its Project Gutenberg number. Older than the first post that mentions one. */
const book = (owner: string, alias: string, number: number, title: string, pull: number): DemoLink => ({
  owner,
  alias,
  url: `https://www.gutenberg.org/ebooks/${number}`,
  title,
  pull,
  age: 31,
});

const page = (alias: string, url: string, title: string, pull: number, age: number): DemoLink => ({
  owner: 'ada',
  alias,
  url,
  title,
  pull,
  age,
});

export const links: readonly DemoLink[] = [
  {
    ...page(
      'notes',
      'https://en.wikipedia.org/wiki/Note_G',
      'Note G: the Bernoulli numbers by engine',
      300,
      31,
    ),
    description: 'The last of the seven notes, with the table that is called the first program.',
  },
  page('engine', 'https://en.wikipedia.org/wiki/Analytical_Engine', 'The Analytical Engine', 170, 29.4),
  page('loom', 'https://en.wikipedia.org/wiki/Jacquard_machine', 'Jacquard’s loom, and its cards', 120, 26.1),
  page('gutenberg', 'https://www.gutenberg.org/', 'Project Gutenberg', 210, 25.7),
  page(
    'standard',
    'https://standardebooks.org/',
    'Standard Ebooks: the same books, set with care',
    150,
    21.2,
  ),
  page('listen', 'https://librivox.org/', 'LibriVox: the same books, read aloud', 95, 18.9),
  page('source', 'https://wikisource.org/', 'Wikisource', 60, 16.3),
  page('maps', 'https://www.openstreetmap.org/', 'OpenStreetMap', 80, 12.6),
  page('weather', 'https://open-meteo.com/', 'Tomorrow’s weather, if you must know', 30, 9.2),
  {
    ...page('draft', 'https://en.wikipedia.org/wiki/Bernoulli_number', 'Working notes', 6, 7.5),
    visibility: 'private',
  },
  page('sky', 'https://apod.nasa.gov/apod/astropix.html', 'Astronomy picture of the day', 140, 5.4),
  {
    ...page(
      'lecture',
      'https://www.rigb.org/christmas-lectures',
      'The Christmas lectures: be in time',
      110,
      2.8,
    ),
    expiresIn: 35,
  },
  {
    ...page('goblins', 'https://en.wikipedia.org/wiki/Goblin_Market', 'Goblin Market', 40, 31),
    owner: 'rossetti',
  },
  book('thoreau', 'walden', 205, 'Walden, and On the Duty of Civil Disobedience', 240),
  book('muir', 'sierra', 32540, 'My First Summer in the Sierra', 90),
  book('whitman', 'leaves', 1322, 'Leaves of Grass', 105),
  book('melville', 'whale', 2701, 'Moby-Dick; or, The Whale', 260),
  book('darwin', 'beagle', 944, 'The Voyage of the Beagle', 70),
  book('darwin', 'origin', 1228, 'On the Origin of Species', 160),
  book('grahame', 'willows', 289, 'The Wind in the Willows', 115),
  book('walton', 'angler', 683, 'The Compleat Angler', 28),
  book('stevenson', 'treasure', 120, 'Treasure Island', 135),
  book('khayyam', 'rubaiyat', 246, 'The Rubáiyát of Omar Khayyám', 75),
  book('tagore', 'birds', 6524, 'Stray Birds', 85),
  book('tagore', 'gitanjali', 7164, 'Gitanjali', 65),
  book('dickinson', 'dickinson', 12242, 'Poems by Emily Dickinson, Three Series, Complete', 190),
  book('blake', 'songs', 1934, 'Songs of Innocence and of Experience', 72),
  book('carroll', 'alice', 11, 'Alice’s Adventures in Wonderland', 320),
  book('dunbar', 'dunbar', 18338, 'The Complete Poems of Paul Laurence Dunbar', 44),
  book('austen', 'pride', 1342, 'Pride and Prejudice', 410),
  book('austen', 'persuasion', 105, 'Persuasion', 98),
  book('twain', 'innocents', 3176, 'The Innocents Abroad', 52),
  book('alcott', 'women', 514, 'Little Women', 128),
  book('montgomery', 'anne', 45, 'Anne of Green Gables', 145),
  book('beeton', 'beeton', 10136, 'The Book of Household Management', 38),
  book('jerome', 'boat', 308, 'Three Men in a Boat', 125),
  book('faraday', 'candle', 14474, 'The Chemical History of a Candle', 58),
  book('franklin', 'franklin', 148, 'The Autobiography of Benjamin Franklin', 66),
  book('marcus', 'meditations', 2680, 'Meditations', 205),
  book('laozi', 'tao', 216, 'The Tao Teh King', 112),
  book('douglass', 'narrative', 23, 'Narrative of the Life of Frederick Douglass', 155),
];
