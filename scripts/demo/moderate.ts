import { register } from '../../src/identity/sign-up/sign-up.ts';
import { findViewer } from '../../src/identity/account/viewer.ts';
import { days, hours, minutes } from '../../src/kernel/time.ts';
import type { App, Viewer } from '../../src/platform/app.ts';
import { addAppeal } from '../../src/social/appeals/appeals.ts';
import { addComment } from '../../src/social/comments/comments.ts';
import { listCases } from '../../src/social/cases/reading.ts';
import { settleCase, type CaseSettlement } from '../../src/social/cases/settle-case.ts';
import { importTextRules } from '../../src/social/moderation/text-rules.ts';
import { publishPost } from '../../src/social/posts/publishing.ts';
import { addReport } from '../../src/social/reports/reports.ts';
import { at } from './at.ts';
import { actingOperator, viewerOf, type Cast } from './cast.ts';

const list = `hold word casino
hold word free money
hold part v1agra
refuse word buy followers
hold domain cheap-watches.example
refuse domain malware.example
`;

/** Spam by two new accounts. Most of it is held for review. */
const offers = [
  'WIN BIG at the new casino tonight!!! Free money for the first 100 people',
  'Cheap watches, cheap bags: https://a.cheap-watches.example/sale https://b.cheap-watches.example/bags',
  'My cousin earns 400 $ a day from home. Ask me how, or read https://one.example https://two.example https://three.example',
  'The best v1agra prices, discreet and quick',
  'You too can have free money. No risk, no work, only today',
];

/** Reported posts by members, with the reasons. */
const reported = [
  [
    'Anyone who takes the last oat milk without saying so should be thrown out of the house.',
    'harassment',
    'He means me',
  ],
  [
    'The lift is out of order because the landlord sold its motor. I have proof.',
    'misinformation',
    'There is no proof',
  ],
  [
    'Selling my old bicycle, my old radio, my old chairs, everything. Third and last time!',
    'spam',
    'Third time today',
  ],
  ['A photograph from the accident on the bridge this morning, look away if you must.', 'inappropriate', ''],
  [
    'The recipe from the Sunday paper, word for word, so that you need not buy it.',
    'copyright',
    'That is my recipe',
  ],
] as const;

/** Fills the moderation queue: a word list, held posts, reports, decisions and an appeal. */
export async function moderateDemo(app: App, cast: Cast, password: string): Promise<void> {
  const now = app.clock.now().getTime();
  const operator = await actingOperator(app, cast);
  const members = [...cast.keys()].filter((name) => name !== 'ada').map((name) => viewerOf(cast, name));
  await importTextRules(at(app, now - days(20)), operator, list);
  await settleOlder(app, { operator, members, now });

  const senders = [];
  for (const [username, firstName] of [
    ['dealsdaily', 'Daily'],
    ['luckyluke77', 'Lucky'],
  ] as const) {
    const person = {
      username,
      firstName,
      lastName: 'Deals',
      email: `${username}@example.org`,
      password,
      isSample: true,
    };
    const id = await register(at(app, now - hours(6)), person);
    const viewer = await findViewer(app, id);
    if (viewer) senders.push({ ...viewer, registeredAt: new Date(now - hours(6)) });
  }
  for (const [index, text] of offers.entries()) {
    const then = at(app, now - hours(5) + minutes(17 * index));
    const sender = senders[index % senders.length];
    if (sender) await publishPost(then, sender, { text, privacy: 'public', photos: [] });
  }
  for (const [index, [text, category, reason]] of reported.entries()) {
    const then = at(app, now - days(2) + minutes(23 * index));
    const [author, first, second] = [0, 1, 2].map((step) => members[(index * 3 + step) % members.length]);
    if (!author || !first || !second) continue;
    const id = await publishPost(then, author, { text, privacy: 'public', photos: [] });
    if (index === 0) {
      const comment = await addComment(then, first, id, 'Then go and buy your own, you miser');
      await addReport(then, second, { subject: 'comment', id: comment, category: 'harassment', reason: '' });
    }
    for (const reporter of index % 2 ? [first] : [first, second])
      await addReport(then, reporter, { subject: 'post', id, category, reason });
  }
}

interface Older {
  operator: Viewer;
  members: readonly Viewer[];
  now: number;
}

/** Adds decisions of the days before, one of them appealed. */
async function settleOlder(app: App, { operator, members, now }: Older): Promise<void> {
  const older: [string, string, CaseSettlement][] = [
    ['Is the old casino building really becoming a library?', 'other', { decision: 'approve' }],
    ['Follow me for more offers, more offers, more offers', 'spam', { decision: 'remove' }],
    [
      'The neighbours upstairs are idiots and everybody knows it',
      'harassment',
      { decision: 'warn', message: 'Be kind to those who live here too' },
    ],
    [
      'Linen bags from my own workshop, the shop is open on Saturday',
      'spam',
      { decision: 'remove', message: 'Advertising belongs on a page' },
    ],
  ];
  for (const [index, [text, category, settlement]] of older.entries()) {
    const time = now - days(8 - 2 * index);
    const author = members[(index * 5 + 1) % members.length];
    const reporter = members[(index * 5 + 2) % members.length];
    if (!author || !reporter) continue;
    const id = await publishPost(at(app, time), author, { text, privacy: 'public', photos: [] });
    if (index > 0)
      await addReport(at(app, time + minutes(40)), reporter, { subject: 'post', id, category, reason: '' });
    const { items: cases } = await listCases(app, operator, { order: 'newest' });
    const found = cases.find(({ subjectId }) => subjectId === id);
    if (!found) continue;
    await settleCase(at(app, time + hours(3)), operator, found.id, settlement);
    if (index === 3)
      await addAppeal(
        at(app, time + hours(5)),
        author.id,
        found.id,
        'I gave three of them away, and asked for nothing',
      );
  }
}
