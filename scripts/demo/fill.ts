import type { App } from '../../src/platform/app.ts';
import { inTransaction } from '../../src/platform/database/transaction.ts';
import { writeArticles } from './articles.ts';
import { workOutTrends } from '../../src/social/trending/work-out-trends.ts';
import { presentAda } from './bio.ts';
import { addBeside } from './beside.ts';
import { addCast } from './cast.ts';
import { createChance } from './chance.ts';
import { chat } from './chat.ts';
import { designCodes } from './codes.ts';
import { dressLinks } from './dress-links.ts';
import { fillForums } from './forums/fill-forums.ts';
import { followLinks } from './follow-links.ts';
import { explain } from './glossary.ts';
import { moderateDemo } from './moderate.ts';
import { fillQuestions } from './questions/fill-questions.ts';
import { fillPages } from './pages/fill-pages.ts';
import { readThreads } from './read-threads.ts';
import { shorten } from './shorten.ts';
import { talk } from './talk.ts';
import { tie } from './ties.ts';

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
export async function fill(app: App, password: string, report: (done: string) => void): Promise<Filled> {
  const chance = createChance('the reading room');
  const threads = readThreads();
  return inTransaction(app, async (app) => {
    const cast = await addCast(app, password);
    report(`${cast.size} people`);
    const { links, withLinks } = await shorten(app, cast);
    report(`${links.length} links`);
    const friendships = await tie(app, cast, threads, chance);
    report('friendships');
    await moderateDemo(app, cast, password);
    report('moderation');
    await talk(app, { cast, threads, friendships, withLinks }, chance);
    report(`${threads.length} posts, with comments and reactions`);
    await addBeside(app, cast, createChance('beside the text'));
    await fillForums(app, cast, createChance('the forums'));
    report('forums');
    await fillPages(app, cast, createChance('the pages'));
    report('pages');
    await fillQuestions(app, cast, createChance('the questions'));
    report('questions');
    await writeArticles(app, cast, createChance('the articles'));
    report('articles');
    await explain(app, cast);
    report('glossary');
    await chat(app, cast);
    report('conversations');
    const others = [...(await designCodes(app, cast)), ...(await presentAda(app, cast))];
    await dressLinks(app, cast, [...links, ...others]);
    report('QR codes, bio pages, splash pages');
    const clicks = await followLinks(app, [...links, ...others], chance);
    report(`${clicks} clicks`);
    // Running services have computed trends before there was any data.
    await app.db.deleteFrom('social.trend_run').execute();
    await workOutTrends(app);
    return { people: cast.size, posts: threads.length, links: links.length, clicks };
  });
}
