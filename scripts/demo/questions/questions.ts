/** A demo question. An answer that starts with `+` is the accepted one. */
interface DemoQuestion {
  title: string;
  tags: string;
  text: string;
  answers: readonly string[];
}

const q = (title: string, tags: string, text: string, ...answers: string[]): DemoQuestion => ({
  title,
  tags,
  text,
  answers,
});

// prettier-ignore
export const questions: readonly DemoQuestion[] = [
  q('How do I keep sourdough bread fresh for a week?', 'bread kitchen', 'Mine is **hard as a board** after three days. I keep it in a paper bag on the counter. Is there a better way that does not need a freezer?', '+Cut side down on a board, and a linen cloth over it. A crust with some fat in the dough keeps longer, and *rye* keeps longest of all.\n\nOn day four, wet it under the tap and give it ten minutes in a hot oven.', 'Slice it and freeze it anyway. It toasts from frozen and nobody can tell.', 'A clay pot with a loose lid. Never plastic: the crust goes soft and then it moulds.'),
  q('What is eating holes into my kale?', 'garden insects', 'Round holes, no slime, and it happens at night. I have looked with a torch and found nothing but two spiders.', '+Flea beetles, if the holes are small. They jump when you touch the leaf. A fine net from the day you sow is the only thing that ever worked for me.', 'Pigeons leave ragged edges. Round ones are beetles or caterpillars: look **under** the leaf.'),
  q('Which telescope shows the rings of Saturn?', 'astronomy beginners', 'I have 200 to spend and a balcony that looks south. I want to see the rings with my own eyes, once.', '+Anything from 25 times magnification on shows that there are rings. A 114 mm reflector on a simple mount shows the gap in a steady night. Spend the money on the mount.', 'Go to the next public evening of an observatory first. You see Saturn *and* you learn what you want to own.', 'Binoculars do not do it, sadly. Jupiter\'s moons they do.'),
  q('Is it safe to swim in a lake after heavy rain?', 'swimming water', 'The colour changes to brown for two days. Children ask, and I do not know what to tell them.', 'Wait two days. Fields and overflow drains wash into it, whatever the sign at the beach says.', '+Your county measures it: look for the weekly table of *E. coli* counts. Brown alone is only soil, but after a storm the counts really do go up.'),
  q('How do I repair a book whose spine has come off?', 'books repair', 'A cookbook of my grandmother\'s. The pages are all there and still sewn together; only the cloth at the back is loose.', '+Then it is the easy case. Wheat paste, a strip of Japanese paper over the spine, and a new hollow tube of paper between spine and cloth. Let it dry under weight for a day.', 'Never sticky tape. It goes brown and takes the cloth with it in ten years.'),
  q('Why does my bicycle click once per turn of the pedals?', 'bicycle repair', 'Only under load, and only on the right side. Chain is new.', 'The pedal thread. Take it out, clean it, grease it, tighten it.', '+Change the bicycle against somebody else\'s pedals for a minute: if the click stays it is the bottom bracket. With mine it was the bolt of the chainring.', 'Saddle post, believe it or not. They click with each push.'),
  q('What do you read to children who do not like stories?', 'books children', 'He is seven and likes **facts**. Anything with a dragon in it bores him.', '+Maps. An atlas for children, and he tells *you* the story.', 'Books of records, and after those a field guide to whatever lives in front of your door.', 'Old repair manuals. Mine could read "carburettor" before "rabbit".'),
  q('How much light does a lemon tree need in winter?', 'garden plants', 'It stands in the stairwell at eight degrees and loses leaves.', '+Less than you think, *if* it is cool: at eight degrees a north window will do. It drops leaves because the roots are cold and wet. Water it once in three weeks.', 'Mine survives in a garage with one window. Light and warmth must fit together.'),
  q('Can I paint over old lime wash?', 'house repair', 'The wall chalks when I touch it. A painter wants to take everything off.', '+Brush it, wet it, and put new lime wash on it: lime over lime always holds. Only for other paints does it have to come off.', 'Do a test patch of a metre and wait for a week.'),
  q('How do you tell a crow from a raven?', 'birds', 'Both are black and both look at me as if I owed them something.', '+The tail in flight: a wedge is a raven, a fan is a crow. And a raven\'s voice is an octave lower.', 'Size. A raven is a buzzard in a black coat.'),
  q('Do I need to soak beans overnight?', 'kitchen cooking', 'I always forget, and then we eat at ten.', 'No. Salt in the water from the beginning, low heat, two hours.', '+Soaking saves half an hour and some wind. If you forget: bring to the boil, an hour off the heat, new water, cook as usual.'),
  q('Which knot holds a hammock to a tree?', 'outdoors knots', 'It should come undone again after a night with somebody in it.', '+A becket hitch on a strap, never a bare rope: the strap is for the tree\'s sake. If you must use rope, take a bowline round the tree.', 'Two half hitches with the end slipped. One pull and it is open.'),
  q('How do I get the smell of smoke out of a wool coat?', 'clothes', 'A fire at the lake. The coat is too good for the machine.', '+Hang it in the bathroom while you shower, then outside in wind for two nights. Wool lets go of it by itself.', 'A spray of vodka and water. Not a joke: theatres do it.'),
  q('What can a beginner play on a piano after one month?', 'music beginners', 'I am 51 and I have twenty minutes a day.', 'The first prelude of the Well-Tempered Clavier, slowly. It is all broken chords.', '+Whatever you hum. Find the tune with the right hand, add one low note a bar with the left. After a month that is ten songs, and you hear what you do.', 'Bartók, *Mikrokosmos*, book one. Short, honest, and never boring.'),
  q('Why is my jam too thin?', 'kitchen fruit', 'Strawberries, sugar one to one, twenty minutes. It runs off the bread.', '+Strawberries have hardly any pectin. Add a grated apple or the juice of a lemon, and test a drop on a cold plate before you fill the jars.', 'Boil it again in small batches. A wide pan does half the work.'),
  q('How can I hear less of my neighbour\'s piano?', 'house neighbours', 'He plays well, but from seven in the morning.', '+Talk to him first: a felt strip or a rug under the piano costs little and does more than anything on your side of the wall.', 'Book shelves along the whole wall, filled.'),
  q('Where do I begin with family history?', 'history family', 'I know the names of my four grandparents and one village.', 'Ask the oldest person **this week**, with a recorder on the table.', '+Then write to the parish of that village with a year and a name. Most answer, and many registers are online by now. Begin at the present and never skip a generation.'),
  q('Is a wood stove worth it in a small flat?', 'house heating', 'Forty square metres, badly insulated, wood for free from a friend.', 'Insulate first. A stove of five kilowatts makes forty square metres a sauna.'),
  q('What grows under a walnut tree?', 'garden plants', 'Everything I plant there sulks and dies.', 'Walnuts poison the ground for many plants. Cyclamen, snowdrops and ferns do not mind.', 'Nothing. Put a bench there.'),
  q('How do I sharpen scissors at home?', 'repair tools', 'The good ones, for cloth.', 'Only the outer bevel, with a fine stone, at the angle that is there. Never touch the flat inside.'),
  q('Which map app works without a network in the mountains?', 'outdoors maps', 'I need contour lines and paths, and a battery that lasts two days.', 'Any that takes OpenStreetMap data with contour lines offline. Aeroplane mode, screen dim: three days.', 'And a paper map. It has never been empty.'),
  q('How do I get moss out of a lawn?', 'garden', 'Half of it is moss by now, and it is soft and green and my neighbour frowns.'),
  q('What is the oldest thing you use every day?', 'things', 'For me it is a bread knife from 1911.', 'A cast-iron pan of my great-aunt\'s. It has outlived four stoves.', 'A pencil sharpener from school. So, 1979.'),
  q('Can I plant garlic from the shop?', 'garden kitchen', 'It sprouts by itself in the kitchen, which looks like a wish.', 'Yes, in October. Take what was grown near you: from further south it freezes.'),
  q('How long does sourdough bread stay fresh?', 'bread', 'And how do I keep it?'),
];
