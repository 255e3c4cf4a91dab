import { sql } from 'kysely';
import { invalid, type Message, msg } from '../../kernel/problem.ts';
import { cleanText } from '../../kernel/text.ts';
import { t } from '../../web/translation/translate.ts';
import type { App } from '../../platform/app.ts';
import { pathPattern } from '../../platform/files/path.ts';
import { loadSharp } from '../../platform/files/sharp.ts';
import type { NewPost } from './new-post.ts';

/** Paywall settings of a post. */
export interface NewPaywall {
  /** The public text; may be empty. */
  teaser: string;
  /** Whether subscribers of the author or page have access. */
  isForMembers: boolean;
  /** The minimum plan for access. Undefined for any plan. */
  planId?: string;
  /** The price of this post, as typed: `2.50`. Undefined if not sold individually. */
  price?: string;
}

/** The cheapest plan that grants access to a post. */
interface OfferedPlan {
  id: string;
  title: string;
  /** Formatted for pages: `$4.50`. */
  price: string;
  /** As typed: `4.50`. */
  plainPrice: string;
  period: string;
  periodNum: number;
}

/** The paywall of a post as a viewer sees it. */
export interface Paywall {
  /** Whether the viewer has access. The content is then part of the post. */
  isOpen: boolean;
  teaser: string;
  isForMembers: boolean;
  planId: string | null;
  /** An amount such as `2.50`. Null if not sold individually. */
  price: string | null;
  /** Formatted for pages: `$2.50`. */
  shownPrice: string | null;
  /** A picture of a few pixels, as a data: URL. Empty for none. */
  blur: string;
  /** Null if no plan is offered. */
  offer: OfferedPlan | null;
}

export const longestTeaser = 1000;
/** From 0.10 to 9,999.99, without leading zeros. */
const priceForm = /^(0|[1-9]\d{0,3})(\.\d{1,2})?$/;
const minPrice = 0.1;

/** Throws a `Problem` at an invalid field, including a plan of a different seller. */
export async function checkPaywall(
  app: Pick<App, 'db'>,
  author: { id: string },
  {
    kind = 'post',
    pageId,
    poll,
    privacy,
    paywall,
    quoteId,
  }: Pick<NewPost, 'kind' | 'pageId' | 'poll' | 'privacy' | 'paywall' | 'quoteId'>,
  former: Pick<Paywall, 'isForMembers' | 'planId'> | null = null,
): Promise<NewPaywall | undefined> {
  if (!paywall) return undefined;
  const { planId, price, isForMembers } = paywall;
  if (kind !== 'post' && kind !== 'article' && kind !== 'thread')
    throw invalid('for_subscriptions', msg('Only posts, articles and threads can be sold'));
  if (poll) throw invalid('poll_options', msg('A paid post cannot have a poll'));
  if (quoteId !== undefined) throw invalid('quote_id', msg('A paid post cannot share another post'));
  if (privacy === 'group') throw invalid('for_subscriptions', msg('Posts in groups cannot be sold'));
  if (privacy === 'me') throw invalid('privacy', msg('A paid post cannot be private'));
  if (!isForMembers && price === undefined)
    throw invalid('post_price', msg('Enter a price, or include it for subscribers'));
  if (price !== undefined && (!priceForm.test(price) || Number(price) < minPrice))
    throw invalid('post_price', msg('Enter a price from 0.10 to 9,999.99, with at most two decimals'));
  if (planId !== undefined && !isForMembers)
    throw invalid('plan_id', msg('Include it for subscribers, or remove the plan'));
  const isFormer = former?.isForMembers && former.planId === (planId ?? null);
  if (isForMembers && !isFormer) await refuseWithoutPlan(app, author, pageId, planId);
  return { ...paywall, teaser: cleanText(paywall.teaser, 'paid_text', longestTeaser) };
}

async function refuseWithoutPlan(
  { db }: Pick<App, 'db'>,
  author: { id: string },
  pageId: string | undefined,
  planId: string | undefined,
): Promise<void> {
  const plan = await db
    .selectFrom('social.plan')
    .where(pageId === undefined ? 'account_id' : 'page_id', '=', pageId ?? author.id)
    .$if(planId !== undefined, (query) => query.where('id', '=', planId ?? ''))
    .where('deleted_at', 'is', null)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  if (plan) return;
  if (planId !== undefined) throw invalid('plan_id', msg('You have no such plan'));
  throw invalid('for_subscriptions', msg('Add a plan first, so that people can subscribe'));
}

const tables = ['photo', 'video', 'attachment'] as const;

/** SQL: the rows of a table that belong to a post, as a JSON array. */
const rowsOf = (table: string, postId: string) => sql`(
  select coalesce(jsonb_agg(to_jsonb(row)), '[]') from ${sql.table(`social.${table}`)} as row where row.post_id = ${postId})`;

/**
 * Moves the content of a post behind its paywall: the text, files and cover leave the tables that are read
 * without access checks. Call it at the end of the transaction that stores the post, whose text becomes the
 * teaser.
 */
export async function lockContent(
  { db, clock }: Pick<App, 'db' | 'clock'>,
  postId: string,
  { isForMembers, planId, price, text, blur }: Omit<NewPaywall, 'teaser'> & { text: string; blur: string },
): Promise<void> {
  await sql`insert into social.paywall (post_id, is_for_members, plan_id, price, text, media, blur, created_at)
    select ${postId}, ${isForMembers}, ${planId ?? null}, ${price ?? null}::numeric * 1000000, ${text},
      jsonb_build_object('photo', ${rowsOf('photo', postId)}, 'video', ${rowsOf('video', postId)},
        'attachment', ${rowsOf('attachment', postId)},
        'cover', (select jsonb_build_object('cover', cover, 'cover_width', cover_width, 'cover_height', cover_height,
          'cover_alt', cover_alt) from social.article where post_id = ${postId} and cover is not null)),
      ${blur}, ${clock.now()}`.execute(db);
  await sql`insert into social.paywall_file (path, post_id)
    select distinct unnest(array[found[1], regexp_replace(found[1], '\\.webp$', '-small.webp')]), post_id
    from social.paywall
    join social.post on post.id = post_id
    cross join lateral (values (paywall.text, true), (media::text, false)) as part (content, is_text)
    cross join lateral regexp_matches(content, ${`(${pathPattern})`}, 'g') as found
    where post_id = ${postId} and (not is_text or exists (
      select from social.upload where upload.path = found[1] and upload.account_id = post.author_id))
    on conflict do nothing`.execute(db);
  for (const table of tables) await db.deleteFrom(`social.${table}`).where('post_id', '=', postId).execute();
  await db
    .updateTable('social.article')
    .set({ cover: null, cover_width: null, cover_height: null, cover_alt: '' })
    .where('post_id', '=', postId)
    .execute();
  // Former versions would expose the paid content.
  await db.deleteFrom('social.post_revision').where('post_id', '=', postId).execute();
}

/** Moves paid content back, permanently or until the transaction locks it again. */
export async function unlockContent({ db }: Pick<App, 'db'>, postId: string): Promise<void> {
  for (const table of tables)
    await sql`insert into ${sql.table(`social.${table}`)}
      overriding system value
      select row.* from social.paywall, jsonb_populate_recordset(null::${sql.table(`social.${table}`)}, media -> ${sql.lit(table)}) as row
      where paywall.post_id = ${postId}`.execute(db);
  await sql`update social.article set cover = media #>> '{cover,cover}', cover_alt = media #>> '{cover,cover_alt}',
      cover_width = (media #>> '{cover,cover_width}')::integer, cover_height = (media #>> '{cover,cover_height}')::integer
    from social.paywall where paywall.post_id = ${postId} and article.post_id = ${postId}
      and media ->> 'cover' is not null`.execute(db);
  await sql`update social.post set text = paywall.text from social.paywall
    where paywall.post_id = ${postId} and post.id = ${postId}`.execute(db);
  await db.deleteFrom('social.paywall').where('post_id', '=', postId).execute();
}

const pixels = 24;

/**
 * Draws a picture with so few pixels that only its colors remain, as a data: URL. Empty if there is no
 * picture. Call it before the transaction, because it reads the file.
 */
export async function drawBlur(
  { files, log }: Pick<App, 'files' | 'log'>,
  path: string | undefined,
): Promise<string> {
  if (!path?.endsWith('.webp')) return '';
  const file = await files.read(path.replace(/\.webp$/, '-small.webp'));
  if (!file) return '';
  try {
    const sharp = await loadSharp();
    const small = await sharp(Buffer.concat(await file.stream.toArray()))
      .resize({ width: pixels, height: pixels, fit: 'inside' })
      .blur(1.5)
      .webp({ quality: 40 })
      .toBuffer();
    return `data:image/webp;base64,${small.toString('base64')}`;
  } catch (error) {
    // The blurred picture is optional.
    log.warn({ err: error }, 'a blurred picture could not be drawn');
    return '';
  }
}

/** A plan whose subscribers a post can be limited to. */
export interface PlanChoice {
  id: string;
  title: string;
}

/** Returns the plans of a person or page, cheapest first. Includes `present` even if it was deleted. */
export const listPlanChoices = ({ db }: Pick<App, 'db'>, wanted: Wanted): Promise<PlanChoice[]> =>
  db
    .selectFrom('social.plan')
    .where(
      'pageId' in wanted ? 'page_id' : 'account_id',
      '=',
      'pageId' in wanted ? wanted.pageId : wanted.accountId,
    )
    .where((plan) => plan.or([plan('deleted_at', 'is', null), plan('id', '=', wanted.present ?? null)]))
    .orderBy('daily_price')
    .orderBy('id')
    .limit(sql.lit(30))
    .select([sql<string>`plan.id::text`.as('id'), 'title'])
    .execute();

type Wanted = ({ accountId: string } | { pageId: string }) & { present?: string | null };

const periods: Readonly<Record<string, Message>> = {
  day: msg('{count, plural, =1 {a day} other {every # days}}'),
  week: msg('{count, plural, =1 {a week} other {every # weeks}}'),
  month: msg('{count, plural, =1 {a month} other {every # months}}'),
  year: msg('{count, plural, =1 {a year} other {every # years}}'),
};

/** The billing interval: `a month`, `every 3 months`. */
export const periodWords = ({ period, periodNum }: { period: string; periodNum: number }): string =>
  periods[period] ? t(periods[period], { count: periodNum }) : period;
