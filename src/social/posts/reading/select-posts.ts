import { LRUCache } from 'lru-cache';
import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { jsonArrayFrom, jsonObjectFrom } from 'kysely/helpers/postgres';
import { livePeople } from '../../../identity/account/people.ts';
import type { App, Asker, Viewer } from '../../../platform/app.ts';
import { compileForViewer } from '../../../platform/database/queries.ts';
import type { DB } from '../../../platform/database/rows.gen.ts';
import { perProcess } from '../../../platform/remembered.ts';
import type { Config } from '../../../platform/settings/config.ts';
import { roleInGroup } from '../../access/group.ts';
import { roleIn } from '../../access/page.ts';
import { acceptsTips } from '../../people/person.ts';
import { talliesColumn } from '../../tallies/tally.ts';
import { articleOf, hiddenCounts, paywallOf } from './post-parts.ts';
import { isForFollowers, visiblePosts } from './visible.ts';

/** A post as one viewer sees it, as its columns. */
export type PostRow = Awaited<ReturnType<typeof selectWhole>>[number];

/** The columns that differ between viewers, or change without the post. */
type ChangingRow = Awaited<ReturnType<typeof selectChanging>>[number];
type Lasting = Omit<PostRow, keyof ChangingRow | 'paywall'>;

interface Remembered {
  version: string;
  lasting: Lasting;
  isPaid: boolean;
}

/**
 * Returns those of the posts that are visible to the viewer, and those that they share or quote, in any order. What
 * is the same for everyone is remembered in this process by the version of the post. Who may see it, and what only
 * the viewer sees, is read each time.
 */
export async function selectPosts(
  app: App,
  viewer: Viewer | undefined,
  ids: readonly string[],
): Promise<PostRow[]> {
  const { MONETIZATION } = app.config;
  const whole = (ids: readonly string[]) =>
    ids.length === 0 ? [] : selectWhole(app.db, viewer, { ids }, { MONETIZATION });
  // A version may not be committed.
  if (app.db.isTransaction) return whole(ids);
  const memory = memoryOf(app);
  const unknown = ids.filter((id) => !memory.has(id));
  if (unknown.length * 2 > ids.length) return rememberAll(memory, await whole(ids));
  const paid = ids.filter((id) => memory.get(id)?.isPaid);
  const [rows, walls] = await Promise.all([
    selectChanging(app.db, viewer, { ids }, { MONETIZATION }),
    paid.length === 0 ? [] : selectPaywalls(app.db, viewer, { ids: paid }, undefined),
  ]);
  const paywalls = new Map(walls.map(({ id, paywall }) => [id, paywall]));
  const found: PostRow[] = [];
  const changed: string[] = [];
  for (const row of rows) {
    const known = memory.get(row.post_id);
    const paywall = paywalls.get(row.post_id) ?? null;
    if (known?.version === row.version && known.isPaid === (paywall !== null))
      found.push({ ...known.lasting, ...row, paywall });
    else changed.push(row.post_id);
  }
  return [...found, ...rememberAll(memory, await whole(changed))];
}

/** Estimated bytes of what is remembered. */
const maxBytes = 8 * 1024 * 1024;
/** What an entry takes besides its texts. */
const overhead = 600;

const memoryOf = perProcess(({ broadcast }) => {
  const memory = new LRUCache<string, Remembered>({
    maxSize: maxBytes,
    sizeCalculation: ({ lasting }) => overhead + JSON.stringify(lasting).length,
  });
  // After a failover to an older state, versions repeat.
  broadcast.onGap(() => memory.clear());
  return memory;
});

function rememberAll(memory: LRUCache<string, Remembered>, rows: PostRow[]): PostRow[] {
  for (const row of rows) {
    const { post_id, version, paywall } = row;
    if (memory.get(post_id)?.version !== version)
      memory.set(post_id, { version, lasting: lastingOf(row), isPaid: paywall !== null });
  }
  return rows;
}

function lastingOf(row: PostRow): Lasting {
  const { kind, title, text, privacy, parent_id, quote_id, warning, link } = row;
  const { created_at, edited_at, pinned_at, locked_at, held_at, agent_name, group_pinned_at } = row;
  const { photos, video, attachments, poll, event, article } = row;
  return {
    ...{ kind, title, text, privacy, parent_id, quote_id, warning, link },
    ...{ created_at, edited_at, pinned_at, locked_at, held_at, agent_name, group_pinned_at },
    ...{ photos, video, attachments, poll, event, article },
  };
}

interface Wanted {
  ids: readonly string[];
}
type Settings = Pick<Config, 'MONETIZATION'>;

/** The visible ones of the posts, with the columns that differ between viewers or change without the post. */
function changing(db: App['db'], viewer: Asker | undefined, { ids }: Wanted, config: Settings) {
  const wanted = db.with(
    'wanted',
    () => sql<{ id: string }>`
    (select unnest(${ids}::bigint[]) as id
    union select named.quote_id from social.post as named where named.id = any(${ids}::bigint[]))`,
  );
  return visiblePosts(
    wanted,
    viewer,
    sql`select parent_id from social.post where id in (select id from wanted)`,
  )
    .where(sql<boolean>`post.id in (select id from wanted)`)
    .leftJoin('social.reaction as mine', (join) =>
      viewer
        ? join.onRef('mine.post_id', '=', 'post.id').on('mine.account_id', '=', viewer.id)
        : join.on(sql<boolean>`false`),
    )
    .leftJoin('social.page as page', 'page.id', 'post.page_id')
    .leftJoin(
      hiddenCounts(sql`select id from wanted`, viewer?.id ?? null).as<'hidden'>(sql.ref('hidden')),
      (join) => join.onRef('hidden.post_id', '=', 'post.id'),
    )
    .select(['author.id', 'author.username', 'author.first_name', 'author.last_name'])
    .select(['author.picture', 'author.picture_small', 'author.verified_at'])
    .select([
      'post.id as post_id',
      isForFollowers.as('is_for_followers'),
      sql<string>`post.xmin || ' ' || post.ctid`.as('version'),
      'page.id as page_id',
      'page.username as page_username',
      'page.title as page_title',
      'page.picture_small as page_picture',
      'page.verified_at as page_verified_at',
      roleIn(viewer).as('page_role'),
      'post.group_id',
      groupTitle.as('group_title'),
      roleInGroup('post.group_id', viewer).as('group_role'),
      'mine.kind as mine',
      'hidden.counts as hidden',
    ])
    .select((eb) => [
      jsonObjectFrom(
        eb
          .selectFrom('social.link_preview as preview')
          .whereRef('preview.address', '=', 'post.link')
          .where('post.kind', '=', 'post')
          .where('post.preview_off_at', 'is', null)
          .where('preview.title', 'is not', null)
          .select(['preview.title', 'preview.description', 'preview.host', 'preview.picture'])
          .select(['preview.width', 'preview.height'])
          .limit(1),
      ).as('preview'),
      isSaved(viewer).as('is_saved'),
      votesOf(viewer).as('votes'),
      categoryName.as('category'),
      talliesColumn('post', 'post.id').as('tallies'),
      acceptsTips(config, sql`coalesce(page.owner_id, post.author_id)`).as('accepts_tips'),
    ]);
}

/** The paywalls of posts, whose visibility the caller checks. */
const selectPaywalls = compileForViewer((db, viewer, { ids }: Wanted) =>
  db
    .selectFrom('social.post as post')
    .where('post.id', '=', sql<string>`any(${ids}::bigint[])`)
    .select(['post.id', paywallOf(viewer).as('paywall')]),
);

const isSaved = (viewer: Asker | undefined): RawBuilder<boolean> =>
  viewer
    ? sql`exists (select from social.saved where saved.post_id = post.id and saved.account_id = ${viewer.id})`
    : sql`false`;

const votesOf = (viewer: Asker | undefined): RawBuilder<number[]> =>
  viewer
    ? sql`array(select vote.position from social.poll_vote as vote
        where vote.post_id = post.id and vote.account_id = ${viewer.id} order by vote.position)`
    : sql`'{}'::smallint[]`;

const groupTitle = sql<string | null>`case when post.group_id is not null then (
  select home.title from social.people_group as home where home.id = post.group_id) end`;

const categoryName = sql<string | null>`case when post.kind = 'article' then (
  select category.name from social.article join social.category on category.id = article.category_id
  where article.post_id = post.id) end`;

const mentionsOf = (eb: ExpressionBuilder<DB & { post: DB['social.post'] }, 'post'>) =>
  jsonArrayFrom(
    eb
      .selectFrom('social.mention as mention')
      .innerJoin(livePeople('named'), (join) => join.onRef('named.id', '=', 'mention.account_id'))
      .whereRef('mention.post_id', '=', 'post.id')
      .where('mention.comment_id', 'is', null)
      .select(['mention.as_written', 'named.username']),
  );

const mayMention = sql<boolean>`(position('@' in post.text) > 0
  or exists (select from social.paywall as wall where wall.post_id = post.id))`;

const selectChanging = compileForViewer((db, viewer, wanted: Wanted, config: Settings) =>
  changing(db, viewer, wanted, config).select((eb) =>
    sql<{ as_written: string; username: string }[]>`
      case when ${mayMention} then ${mentionsOf(eb)} else '[]' end`.as('mentions'),
  ),
);

const selectWhole = compileForViewer((db, viewer, wanted: Wanted, config: Settings) =>
  changing(db, viewer, wanted, config)
    .select(['post.kind', 'post.title', 'post.text', 'post.privacy', 'post.parent_id', 'post.quote_id'])
    .select(['post.warning', 'post.link', 'post.created_at', 'post.edited_at', 'post.pinned_at'])
    .select(['post.locked_at', 'post.held_at', 'post.agent_name', 'post.group_pinned_at'])
    .select((eb) => [
      mentionsOf(eb).as('mentions'),
      jsonArrayFrom(
        eb
          .selectFrom('social.photo as photo')
          .whereRef('photo.post_id', '=', 'post.id')
          .orderBy('photo.position')
          .select([sql<string>`photo.id::text`.as('id'), 'path', 'small_path', 'width', 'height', 'alt']),
      ).as('photos'),
      jsonObjectFrom(
        eb
          .selectFrom('social.video as video')
          .whereRef('video.post_id', '=', 'post.id')
          .select(['path', 'type', 'width', 'height', 'milliseconds', 'poster', 'alt']),
      ).as('video'),
      jsonArrayFrom(
        eb
          .selectFrom('social.attachment as attachment')
          .whereRef('attachment.post_id', '=', 'post.id')
          .orderBy('attachment.position')
          .select(['path', 'kind', 'name', 'type', 'bytes', 'milliseconds']),
      ).as('attachments'),
      jsonObjectFrom(
        eb
          .selectFrom('social.poll as poll')
          .whereRef('poll.post_id', '=', 'post.id')
          .select((poll) => [
            'poll.is_multiple',
            'poll.is_changeable',
            'poll.ends_at',
            jsonArrayFrom(
              poll
                .selectFrom('social.poll_option as choice')
                .whereRef('choice.post_id', '=', 'poll.post_id')
                .orderBy('choice.position')
                .select(['choice.position', 'choice.text']),
            ).as('options'),
          ]),
      ).as('poll'),
      jsonObjectFrom(
        eb
          .selectFrom('social.event as event')
          .whereRef('event.id', '=', 'post.id')
          .select(['event.title', 'event.place', 'event.time_zone', 'event.is_all_day'])
          .select(['event.starts_at', 'event.ends_at', 'event.canceled_at']),
      ).as('event'),
      articleOf(eb).as('article'),
      paywallOf(viewer).as('paywall'),
    ]),
);
