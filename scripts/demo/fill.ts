import { sql } from 'kysely';
import { type App, inTransaction } from '../../src/platform/app.ts';
import { writeArticles } from './articles.ts';
import { updateTrends } from '../../src/social/trending/update-trends.ts';
import { addBioPage } from './bio.ts';
import { addPostExtras } from './beside.ts';
import { addCast } from './cast.ts';
import { createChance } from './chance.ts';
import { chat } from './chat.ts';
import { addQrCodes } from './codes.ts';
import { addLinkExtras } from './dress-links.ts';
import { fillForums } from './forums/fill-forums.ts';
import { addClicks } from './follow-links.ts';
import { addGroups } from './groups.ts';
import { addGlossary } from './glossary.ts';
import { moderateDemo } from './moderate.ts';
import { fillQuestions } from './questions/fill-questions.ts';
import { fillPages } from './pages/fill-pages.ts';
import { getThreads } from './get-threads.ts';
import { addLinks } from './shorten.ts';
import { publishThreads } from './talk.ts';
import { addFriendships } from './ties.ts';

interface Extent {
  /** Of the posts and of the ordinary threads, one of so many. Tests need each kind of content, but not all of it. */
  oneOf?: number;
}

interface Filled {
  people: number;
  posts: number;
  links: number;
  clicks: number;
}

/**
 * Fills both services through the same functions that pages and APIs call, at dates in the last two months,
 * so that every rule applies. Runs in one transaction: an interrupted run leaves nothing behind.
 */
export async function seedDemo(
  app: App,
  password: string,
  report: (done: string) => void,
  { oneOf = 1 }: Extent = {},
): Promise<Filled> {
  const chance = createChance('the reading room');
  const threads = getThreads().filter((_, at) => at % oneOf === 0);
  return inTransaction(app, async (app) => {
    const cast = await addCast(app, password);
    report(`${cast.size} people`);
    const { links, withLinks } = await addLinks(app, cast);
    report(`${links.length} links`);
    const friendships = await addFriendships(app, cast, threads, chance);
    report('friendships');
    await analyze(app);
    await moderateDemo(app, cast, password);
    report('moderation');
    // Feeds are in the order of publication. Short posts are published last, because most are recent.
    await fillForums(app, cast, createChance('the forums'), oneOf);
    report('forums');
    await analyze(app);
    await fillPages(app, cast, createChance('the pages'));
    report('pages');
    await fillQuestions(app, cast, createChance('the questions'));
    report('questions');
    await writeArticles(app, cast, createChance('the articles'));
    report('articles');
    await analyze(app);
    await addPostExtras(app, cast, createChance('beside the text'));
    await publishThreads(app, { cast, threads, friendships, withLinks }, chance);
    report(`${threads.length} posts, with comments and reactions`);
    await addGroups(app, cast);
    report('groups');
    await addGlossary(app, cast);
    report('glossary');
    await chat(app, cast);
    report('conversations');
    const others = [...(await addQrCodes(app, cast)), ...(await addBioPage(app, cast))];
    await addLinkExtras(app, cast, [...links, ...others]);
    report('QR codes, bio pages, splash pages');
    const clicks = await addClicks(app, [...links, ...others], chance);
    report(`${clicks} clicks`);
    // Running services have computed trends before there was any data.
    await app.db.deleteFrom('social.trend_run').execute();
    await updateTrends(app);
    return { people: cast.size, posts: threads.length, links: links.length, clicks };
  });
}

/**
 * PostgreSQL may have seen the tables while they were empty, and would read them whole for every statement.
 * Only own tables: `analyze` alone locks catalogs that all databases of a server share, until the transaction
 * ends.
 */
async function analyze({ db }: App): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(db);
  await sql`analyze ${sql.raw(rows.map(({ name }) => name).join(', '))}`.execute(db);
}
