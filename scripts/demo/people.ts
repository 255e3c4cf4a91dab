import type { Subject } from './paint/paint.ts';

export interface Figure {
  username: string;
  firstName: string;
  lastName: string;
  gender: 'female' | 'male';
  biography: string;
  /** What their portrait shows in place of them. */
  emblem: Subject;
}

const figure = (
  username: string,
  name: string,
  gender: Figure['gender'],
  emblem: Subject,
  biography: string,
): Figure => {
  const space = name.lastIndexOf(' ');
  const [firstName, lastName] = [name.slice(0, space), name.slice(space + 1)];
  return { username, firstName, lastName, gender, biography, emblem };
};

/**
 * Who is in the demo: writers whose words belong to everybody by now. The first one becomes the operator of an
 * installation that has none.
 */
export const people: readonly Figure[] = [
  figure(
    'ada',
    'Ada Lovelace',
    'female',
    'cards',
    'London. Notes on the Analytical Engine. I keep the reading room in order.',
  ),
  figure(
    'alcott',
    'Louisa May Alcott',
    'female',
    'snow',
    'Concord, Massachusetts. Little Women, and a castle in the air.',
  ),
  figure(
    'austen',
    'Jane Austen',
    'female',
    'hills',
    'Chawton, Hampshire. Six novels and a great many letters.',
  ),
  figure(
    'beeton',
    'Isabella Beeton',
    'female',
    'tiles',
    'The Book of Household Management, in monthly parts.',
  ),
  figure('blake', 'William Blake', 'male', 'night', 'Engraver, painter, poet. Lambeth.'),
  figure('carroll', 'Lewis Carroll', 'male', 'cards', 'Oxford. Mathematics by day, nonsense by boat.'),
  figure('darwin', 'Charles Darwin', 'male', 'forest', 'Down House, Kent. Barnacles, orchids, earthworms.'),
  figure('dickinson', 'Emily Dickinson', 'female', 'flower', 'Amherst. I’m nobody! Who are you?'),
  figure('douglass', 'Frederick Douglass', 'male', 'flame', 'Rochester, New York. Editor of The North Star.'),
  figure('dunbar', 'Paul Laurence Dunbar', 'male', 'sun', 'Dayton, Ohio. Lyrics of lowly life.'),
  figure(
    'faraday',
    'Michael Faraday',
    'male',
    'flame',
    'The Royal Institution. Lectures at Christmas, for the young.',
  ),
  figure('franklin', 'Benjamin Franklin', 'male', 'sun', 'Printer, Philadelphia. Also kites.'),
  figure('grahame', 'Kenneth Grahame', 'male', 'sea', 'By the Thames, mostly. Messing about.'),
  figure('jerome', 'Jerome K. Jerome', 'male', 'hills', 'Three men, a boat, to say nothing of the dog.'),
  figure('keats', 'John Keats', 'male', 'night', 'Hampstead. Odes, and long letters.'),
  figure(
    'khayyam',
    'Omar Khayyam',
    'male',
    'tiles',
    'Nishapur. Astronomer; quatrains in Edward FitzGerald’s English.',
  ),
  figure('laozi', 'Lao Zi', 'male', 'snow', 'Eighty-one short chapters, in James Legge’s English.'),
  figure(
    'marcus',
    'Marcus Aurelius',
    'male',
    'flame',
    'Rome and the Danube. Notes to myself, in George Long’s English.',
  ),
  figure('melville', 'Herman Melville', 'male', 'sea', 'New York, and the watery part of the world.'),
  figure(
    'montgomery',
    'Lucy Maud Montgomery',
    'female',
    'flower',
    'Prince Edward Island. Kindred spirits welcome.',
  ),
  figure('muir', 'John Muir', 'male', 'hills', 'Yosemite. University of the Wilderness.'),
  figure(
    'rossetti',
    'Christina Rossetti',
    'female',
    'flower',
    'London. Poems for grown people and a Sing-Song for the rest.',
  ),
  figure(
    'stevenson',
    'Robert Louis Stevenson',
    'male',
    'night',
    'Edinburgh, later Samoa. Travels with a donkey.',
  ),
  figure('tagore', 'Rabindranath Tagore', 'male', 'sun', 'Santiniketan. Songs; some of them in English.'),
  figure('thoreau', 'Henry David Thoreau', 'male', 'forest', 'Walden Pond, two years and two months.'),
  figure('twain', 'Mark Twain', 'male', 'sea', 'Hannibal, Missouri, and everywhere since.'),
  figure('walton', 'Izaak Walton', 'male', 'sea', 'Contemplative man’s recreation. The Lea, the Dove.'),
  figure('whitman', 'Walt Whitman', 'male', 'hills', 'Of Manhattan the son. Leaves of Grass, every edition.'),
];
